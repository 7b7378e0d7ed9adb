import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findRefusal, readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext, TwilioAccount } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway, GatewayOptions } from './gateway.ts';
import type { Text } from './texts.ts';
import { type CreateRequest, parseCreate } from './twilio/create-request.ts';
import { createTwilioError, type TwilioCode } from './twilio/errors.ts';
import { type SendFailure, sendFailures } from './twilio/failures.ts';
import { createInbound } from './twilio/inbound.ts';
import { listMessages } from './twilio/list-messages.ts';
import { addMediaRoutes, createMediaStore, type MediaStore, storageRoute } from './twilio/media.ts';
import { apiVersion, showMessage } from './twilio/message-resource.ts';
import { addMessagingRoutes } from './twilio/messaging.ts';
import { createNumbers } from './twilio/numbers.ts';
import { createOutbound, type Outbound, type Outcome } from './twilio/outbound.ts';

const twilioAccount = z.object({
  accountSid: z.string(),
  authToken: z.string(),
  apiUrl: z.string(),
  answersKeywords: z.boolean(),
});

export const createGateway: CreateGateway = (context, { settings, listExperts, publicUrl }) => {
  const account = twilioAccount.parse(settings);
  const outbound = createOutbound(context, account);
  const media = createMediaStore(account.apiUrl);
  return {
    name: 'Twilio',
    abilities: ['pictures', 'reaction'],
    failures: sendFailures,
    plugin: createRoutes(context, { account, listExperts, publicUrl }, { outbound, media }),
    deliver: createInbound(context, account, { outbound, media }),
  };
};

type Routes = { account: TwilioAccount } & Pick<GatewayOptions, 'listExperts' | 'publicUrl'>;

function createRoutes(
  context: SandboxContext,
  { account, listExperts, publicUrl }: Routes,
  { outbound, media }: { outbound: Outbound; media: MediaStore },
): FastifyPluginAsync {
  return async (app) => {
    const capture = captureExchanges(app, context.wire, describe);
    const messages = `/${apiVersion}/Accounts/:accountSid/Messages`;
    const numbersPath = `/${apiVersion}/Accounts/:accountSid/IncomingPhoneNumbers`;
    const numbers = createNumbers(publicUrl, account.accountSid);

    app.addHook('preHandler', async (request, reply) => {
      reply.header('twilio-request-id', `RQ${randomBytes(16).toString('hex')}`);
      if (request.routeOptions.url?.endsWith(storageRoute)) return;
      if (!isAuthorized(request, account)) return refuse(reply, 20003);
      const { accountSid = account.accountSid } = request.params as { accountSid?: string };
      if (accountSid !== account.accountSid) return refuse(reply, 20404);
    });
    app.setNotFoundHandler((_, reply) => refuse(reply, 20404));
    app.setErrorHandler((error, _, reply) => {
      const status = findRefusal(error);
      if (!status) return refuse(reply, 20500);
      return reply.code(status).send({ status, message: 'The request could not be read.' });
    });

    app.post(`${messages}.json`, async (request, reply) => {
      const parsed = parseCreate(new URLSearchParams(readText(request.body)));
      if ('status' in parsed) return reply.code(parsed.status).send(parsed.body);
      const ours = await listNumbers(context, listExperts);
      const number = parsed.number ?? pickNumber(context, ours, parsed.person);
      if (!number || !ours.has(number)) return refuse(reply, 21606, parsed);
      return send({ context, outbound, capture, account, request, reply }, parsed, number);
    });

    app.get(`${messages}.json`, async (request) => {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      return listMessages(listSms(context), query, account.accountSid);
    });

    app.get(`${numbersPath}.json`, async (request) => {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      return numbers.list(await listExperts(), query);
    });

    app.post<{ Params: { file: string } }>(`${numbersPath}/:file`, async (request, reply) => {
      const sid = request.params.file.replace(/\.json$/, '');
      const form = new URLSearchParams(readText(request.body));
      return numbers.update(await listExperts(), sid, form) ?? refuse(reply, 20404);
    });

    app.get<{ Params: { file: string } }>(
      `/${apiVersion}/Accounts/:file`,
      async (request, reply) => {
        if (request.params.file !== `${account.accountSid}.json`) return refuse(reply, 20404);
        const facts = { friendly_name: 'Sandbox', type: 'Full', status: 'active' };
        return { sid: account.accountSid, ...facts };
      },
    );
    addMessagingRoutes(app, { accountSid: account.accountSid, refuse });
    addMediaRoutes(app, { media, account, refuse });

    app.get<{ Params: { file: string } }>(`${messages}/:file`, async (request, reply) => {
      const text = context.texts.find(request.params.file.replace(/\.json$/, ''));
      if (text?.channel !== 'SMS') return refuse(reply, 20404);
      return showMessage(text, account.accountSid);
    });
  };
}

const listSms = ({ texts }: SandboxContext) => texts.all.filter(({ channel }) => channel === 'SMS');

/** The one sender for Twilio's test credentials. */
const magicSender = '+15005550006';

/** Experts' numbers, and all ever texted. */
async function listNumbers(
  context: SandboxContext,
  listExperts: GatewayOptions['listExperts'],
): Promise<Set<string>> {
  const experts = (await listExperts()).filter(({ channel }) => channel === 'SMS');
  const texted = listSms(context).map(({ number }) => number);
  const owned = experts.flatMap(({ phoneNumber }) => phoneNumber ?? []);
  return new Set([...owned, ...texted, magicSender]);
}

/** A messaging service keeps the number that a person already knows. */
function pickNumber({ texts }: SandboxContext, ours: Set<string>, person: string): string | null {
  const known = texts.conversations(person).find(({ channel }) => channel === 'SMS')?.number;
  const [first] = ours;
  return known ?? (first === magicSender ? null : (first ?? null));
}

type Sending = {
  context: SandboxContext;
  outbound: Outbound;
  capture: Capture;
  account: TwilioAccount;
  request: FastifyRequest;
  reply: FastifyReply;
};

const refusals: Partial<Record<SendFailure, TwilioCode>> = { 21610: 21610, 429: 20429, 500: 20500 };

async function send(sending: Sending, create: CreateRequest, number: string): Promise<unknown> {
  const { context, outbound, reply } = sending;
  const failure = context.failures.take('SMS', create.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal) return refuse(reply, refusal, create);

  const isOptedOut = context.optOuts.has(number, create.person);
  // A call with `From` is refused; a messaging service accepts the text and fails it later.
  if (isOptedOut && create.from) return refuse(reply, 21610, create);

  const text = outbound.accept(create, number);
  const shown = showMessage(text, sending.account.accountSid);
  const outcome: Outcome = isOptedOut
    ? 'opted-out'
    : failure === '30003'
      ? 'unreachable'
      : 'delivered';
  const deliver = () => outbound.deliver(text, create.statusCallback, outcome);
  if (failure === 'timeout') return leaveUnanswered(sending, text, deliver);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  // The sender has the sid before the first callback.
  finished(reply.raw, deliver);
  return reply.code(201).send(shown);
}

/** Accepts the text, and hangs until one side closes the connection. */
function leaveUnanswered(sending: Sending, text: Text, deliver: () => void): FastifyReply {
  const { capture, context, request, reply } = sending;
  reply.hijack();
  capture.giveUp(request, `No answer on purpose; the text was accepted as ${text.sid}.`);
  context.scheduler.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  deliver();
  return reply;
}

function isAuthorized(request: FastifyRequest, account: TwilioAccount): boolean {
  const expected = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  return request.headers.authorization === `Basic ${expected}`;
}

function refuse(
  reply: FastifyReply,
  code: TwilioCode,
  facts: { to?: string; from?: string | null } = {},
) {
  const error = createTwilioError(code, { to: facts.to ?? '', from: facts.from ?? '' });
  return reply.code(error.status).send(error.body);
}

function describe(request: FastifyRequest): Described {
  if (request.url.includes('/IncomingPhoneNumbers')) {
    const title = request.method === 'POST' ? "Set a number's webhook" : 'Look up a number';
    return { kind: 'lookup', title, person: null, number: null };
  }
  if (/Services|Accounts\/\w+\.json/.test(request.url)) {
    return { kind: 'lookup', title: 'Look at the account', person: null, number: null };
  }
  if (request.method !== 'POST') {
    const title = /media\//i.test(request.url) ? 'Fetch a picture' : 'Look up texts';
    return { kind: 'lookup', title, person: null, number: null };
  }
  const form = new URLSearchParams(readText(request.body));
  const person = form.get('To');
  return { kind: 'send', title: 'Send a text', person, number: form.get('From') };
}
