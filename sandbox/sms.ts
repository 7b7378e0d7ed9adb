import { finished } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext, TwilioAccount } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway, GatewayOptions } from './gateway.ts';
import type { Text } from './texts.ts';
import { type Carrier, createCarrier, type Ending } from './twilio/carrier.ts';
import { type CreateRequest, parseCreate } from './twilio/create-request.ts';
import { type TwilioCode, twilioError } from './twilio/errors.ts';
import { type SendFailure, sendFailures } from './twilio/failures.ts';
import { createInbound } from './twilio/inbound.ts';
import { listMessages } from './twilio/list-messages.ts';
import { createMediaStore, type MediaStore, mediaRoutes, storageRoute } from './twilio/media.ts';
import { apiVersion, showMessage } from './twilio/message-resource.ts';

/** What the product is set up with; `answersKeywords` is Twilio's default. */
const twilioAccount = z.object({
  accountSid: z.string(),
  authToken: z.string(),
  apiUrl: z.string(),
  answersKeywords: z.boolean(),
});

/** Twilio's Programmable Messaging as far as one account needs it: send, list, look up, status callbacks, inbound webhooks. */
export const createGateway: CreateGateway = (context, { settings, listExperts }) => {
  const account = twilioAccount.parse(settings);
  const carrier = createCarrier(context, account);
  const media = createMediaStore(account.apiUrl);
  return {
    name: 'Twilio',
    abilities: ['pictures'],
    failures: sendFailures,
    plugin: createRoutes(context, { account, listExperts }, { carrier, media }),
    deliver: createInbound(context, account, { carrier, media }),
  };
};

function createRoutes(
  context: SandboxContext,
  { account, listExperts }: { account: TwilioAccount } & Pick<GatewayOptions, 'listExperts'>,
  { carrier, media }: { carrier: Carrier; media: MediaStore },
): FastifyPluginAsync {
  return async (app) => {
    const capture = captureExchanges(app, context.wire, describe);
    const messages = `/${apiVersion}/Accounts/:accountSid/Messages`;

    app.addHook('preHandler', async (request, reply) => {
      const isOpen = request.routeOptions.url?.endsWith(storageRoute);
      if (!isOpen && !isAuthorized(request, account)) return refuse(reply, 20003);
    });
    app.setNotFoundHandler((_, reply) => refuse(reply, 20404));
    app.setErrorHandler((_, _request, reply) => refuse(reply, 20500));

    app.post(`${messages}.json`, async (request, reply) => {
      const parsed = parseCreate(new URLSearchParams(readText(request.body)));
      if ('status' in parsed) return reply.code(parsed.status).send(parsed.body);
      const number = parsed.number ?? (await pickNumber(context, listExperts, parsed.person));
      if (number === null) return refuse(reply, 21606);
      return send({ context, carrier, capture, account, request, reply }, parsed, number);
    });

    app.get(`${messages}.json`, async (request) => {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      return listMessages(smsOf(context), query, account.accountSid);
    });

    mediaRoutes(app, media, refuse);

    app.get<{ Params: { file: string } }>(`${messages}/:file`, async (request, reply) => {
      const text = context.texts.find(request.params.file.replace(/\.json$/, ''));
      return text ? showMessage(text, account.accountSid) : refuse(reply, 20404);
    });
  };
}

const smsOf = ({ texts }: SandboxContext) => texts.all.filter(({ channel }) => channel === 'SMS');

/** A messaging service keeps to the number a person already knows, else takes the first that can text. */
async function pickNumber(
  { texts }: SandboxContext,
  listExperts: GatewayOptions['listExperts'],
  person: string,
): Promise<string | null> {
  const known = texts.conversations(person).find(({ channel }) => channel === 'SMS')?.number;
  if (known) return known;
  const experts = await listExperts();
  return (
    experts.find((expert) => expert.channel === 'SMS' && expert.phoneNumber)?.phoneNumber ?? null
  );
}

type Sending = {
  context: SandboxContext;
  carrier: Carrier;
  capture: Capture;
  account: TwilioAccount;
  request: FastifyRequest;
  reply: FastifyReply;
};

const refusals: Partial<Record<SendFailure, TwilioCode>> = { 21610: 21610, 429: 20429, 500: 20500 };

async function send(sending: Sending, create: CreateRequest, number: string): Promise<unknown> {
  const { context, carrier, reply } = sending;
  const failure = context.failures.take('SMS', create.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal) return refuse(reply, refusal, create);

  const isOptedOut = context.optOuts.has(number, create.person);
  // With a sender of one's own the refusal is the answer; a messaging service takes the text and fails it later.
  if (isOptedOut && create.from) return refuse(reply, 21610, create);

  const text = carrier.accept(create, number);
  const shown = showMessage(text, sending.account.accountSid);
  const ending: Ending = isOptedOut
    ? 'opted-out'
    : failure === '30003'
      ? 'unreachable'
      : 'delivered';
  const carry = () => carrier.carry(text, create.statusCallback, ending);
  if (failure === 'timeout') return leaveUnanswered(sending, text, carry);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  // Callbacks start behind the answer, so that the sender knows the sid before it hears of it.
  finished(reply.raw, carry);
  return reply.code(201).send(shown);
}

/** The text is on its way, but whoever sent it never learns its sid: the connection hangs until one side leaves. */
function leaveUnanswered(sending: Sending, text: Text, carry: () => void): FastifyReply {
  const { capture, context, request, reply } = sending;
  reply.hijack();
  capture.giveUp(request, `No answer on purpose; the text was taken as ${text.sid}.`);
  context.scheduler.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  carry();
  return reply;
}

function isAuthorized(request: FastifyRequest, account: TwilioAccount): boolean {
  const { accountSid } = request.params as { accountSid?: string };
  const expected = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  return request.headers.authorization === `Basic ${expected}` && accountSid === account.accountSid;
}

function refuse(
  reply: FastifyReply,
  code: TwilioCode,
  facts: { to?: string; from?: string | null } = {},
) {
  const error = twilioError(code, { to: facts.to ?? '', from: facts.from ?? '' });
  return reply.code(error.status).send(error.body);
}

function describe(request: FastifyRequest): Described {
  if (request.method !== 'POST') {
    const title = /media\//i.test(request.url) ? 'Fetch a picture' : 'Look up texts';
    return { kind: 'lookup', title, person: null, number: null };
  }
  const form = new URLSearchParams(readText(request.body));
  const person = form.get('To');
  return { kind: 'send', title: 'Send a text', person, number: form.get('From') };
}
