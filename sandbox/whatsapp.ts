import { finished } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { personAt } from './addresses.ts';
import { readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway, GatewayOptions } from './gateway.ts';
import { graphVersion, type MetaApp, metaApp } from './meta/app.ts';
import { type MetaCode, metaError } from './meta/errors.ts';
import { type SendFailure, sendFailures } from './meta/failures.ts';
import { createInbound } from './meta/inbound.ts';
import { createMediaStore, type MediaStore, mediaRoutes, openRoute } from './meta/media.ts';
import { namesOf, newMessageId } from './meta/people.ts';
import { createReports, type Ending, type Reports } from './meta/reports.ts';
import { type GraphRequest, parseGraph } from './meta/send-request.ts';
import { createText, type Text } from './texts.ts';

/** Meta's Cloud API as far as one app needs it: send, mark as read, media, status reports, inbound webhooks. */
export const createGateway: CreateGateway = (context, { settings, listExperts, publicUrl }) => {
  const app = metaApp.parse(settings);
  const media = createMediaStore(app.apiUrl);
  const reports = createReports(context, app, () => `${publicUrl()}/api/webhooks/whatsapp`);
  return {
    name: 'Meta',
    abilities: ['pictures', 'quotes', 'reaction', 'voice', 'location'],
    failures: sendFailures,
    plugin: createRoutes({ context, app, media, reports, listExperts }),
    deliver: createInbound({ context, app, media, reports }),
  };
};

type Parts = {
  context: SandboxContext;
  app: MetaApp;
  media: MediaStore;
  reports: Reports;
} & Pick<GatewayOptions, 'listExperts'>;
type Call = Parts & { capture: Capture; request: FastifyRequest; reply: FastifyReply };
type SendRequest = Extract<GraphRequest, { kind: 'send' }>;

function createRoutes(parts: Parts): FastifyPluginAsync {
  const { context, app, media } = parts;
  return async (server) => {
    const capture = captureExchanges(server, context.wire, (request) => describe(context, request));

    server.addHook('preHandler', async (request, reply) => {
      const isOpen = request.routeOptions.url?.endsWith(openRoute);
      const isAuthorized = request.headers.authorization === `Bearer ${app.accessToken}`;
      if (!isOpen && !isAuthorized) return refuse(reply, 190);
    });
    server.setNotFoundHandler((_, reply) => refuse(reply, 33));
    server.setErrorHandler((_, _request, reply) => reply.code(500).send());

    server.post<{ Params: { sender: string } }>(
      `/${graphVersion}/:sender/messages`,
      async (request, reply) => {
        const { sender } = request.params;
        const number = await numberOf(parts, sender);
        if (number === null) return refuse(reply, 33);
        const parsed = parseGraph(readText(request.body));
        if ('status' in parsed) return reply.code(parsed.status).send(parsed.body);
        if (parsed.kind === 'read') return markRead(context, reply, parsed);
        const person = personAt(parsed.to);
        const ours = number || knownNumber(context, person) || (await defaultNumber(parts));
        const call = { ...parts, capture, request, reply };
        return send(call, parsed, { person, number: ours, senderId: sender });
      },
    );
    mediaRoutes(server, media);
  };
}

/** Our number behind an id; empty where several experts share the default id, null where nobody has it. */
async function numberOf({ app, listExperts }: Parts, senderId: string): Promise<string | null> {
  const experts = await listExperts();
  const named = experts.find(({ phoneNumberId }) => phoneNumberId === senderId)?.phoneNumber;
  return named ?? (senderId === app.phoneNumberId ? '' : null);
}

function knownNumber({ texts }: SandboxContext, person: string): string {
  const known = texts.conversations(person).find(({ channel }) => channel === 'WHATSAPP');
  return known?.number ?? '';
}

async function defaultNumber({ listExperts }: Parts): Promise<string> {
  const ofChannel = (await listExperts()).filter(({ channel }) => channel === 'WHATSAPP');
  return ofChannel.find(({ phoneNumberId }) => !phoneNumberId)?.phoneNumber ?? '';
}

function markRead(
  { texts, scheduler }: SandboxContext,
  reply: FastifyReply,
  { messageId, showsTyping }: Extract<GraphRequest, { kind: 'read' }>,
) {
  const text = texts.find(messageId);
  if (text?.direction !== 'inbound') return refuse(reply, 131009, 'Message ID is not valid');
  texts.update(text, { status: 'read' });
  if (showsTyping) {
    texts.showTyping(text, true);
    const stop = setTimeout(() => texts.showTyping(text, false), typingMs).unref();
    scheduler.signal.addEventListener('abort', () => clearTimeout(stop), { once: true });
  }
  return { success: true };
}

const typingMs = 25_000;
const windowMs = 24 * 3_600_000;
const refusals: Partial<Record<SendFailure, MetaCode>> = {
  131047: 131047,
  130429: 130429,
  131016: 131016,
  190: 190,
};

type Place = Pick<Text, 'person' | 'number'> & { senderId: string };

async function send(call: Call, wanted: SendRequest, place: Place): Promise<unknown> {
  const { context, reports, reply } = call;
  const failure = context.failures.take('WHATSAPP', place.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal) return refuse(reply, refusal);
  if (failure === '500') return reply.code(500).type('text/html').send('<h1>Sorry</h1>');
  if (isWindowClosed(context, place)) return refuse(reply, 131047);

  const text = record(context, wanted, place);
  const { callbackData } = wanted;
  const { senderId } = place;
  const carry = () => reports.carry({ text, senderId, callbackData }, endingOf(failure));
  if (failure === 'timeout') return leaveUnanswered(call, text, carry);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  // Reports start behind the answer, so that the sender knows the id before it hears of it.
  finished(reply.raw, carry);
  const { contact } = namesOf(place.person);
  const named = wanted.isUserId ? { user_id: wanted.to } : { wa_id: contact.wa_id };
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: wanted.to, ...named }],
    messages: [{ id: text.sid }],
  };
}

function endingOf(failure: SendFailure | null): Ending {
  if (failure === '131026') return 131026;
  if (failure === '131000') return 131000;
  return failure === 'shuffled' ? 'shuffled' : 'delivered';
}

/** Whom this stand-in does not remember may have written before it was started. */
function isWindowClosed({ texts }: SandboxContext, { person, number }: Place): boolean {
  const last = texts.all.findLast(
    (text) =>
      text.channel === 'WHATSAPP' &&
      text.writtenBy === 'person' &&
      text.person === person &&
      text.number === number,
  );
  return last !== undefined && Date.parse(last.createdAt) + windowMs < Date.now();
}

function record({ texts }: SandboxContext, wanted: SendRequest, { person, number }: Place): Text {
  const { to, body, quoted } = wanted;
  const facts = { channel: 'WHATSAPP', person, number, from: number, to, body, quoted } as const;
  return texts.add(
    createText({
      ...facts,
      sid: newMessageId(),
      direction: 'outbound-api',
      writtenBy: 'product',
      status: 'accepted',
    }),
  );
}

/** The text is on its way, but whoever sent it never learns its id: the connection hangs until one side leaves. */
function leaveUnanswered(
  { capture, context, request, reply }: Call,
  text: Text,
  carry: () => void,
) {
  reply.hijack();
  capture.giveUp(request, `No answer on purpose; the text was taken as ${text.sid}.`);
  context.scheduler.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  carry();
  return reply;
}

function refuse(reply: FastifyReply, code: MetaCode, details?: string) {
  const { status, body } = metaError(code, details);
  return reply.code(status).send(body);
}

function describe({ texts }: SandboxContext, request: FastifyRequest): Described {
  const nobody = { person: null, number: null };
  if (request.method !== 'POST') return { kind: 'lookup', title: 'Fetch a picture', ...nobody };
  const parsed = parseGraph(readText(request.body));
  if (!('kind' in parsed)) return { kind: 'send', title: 'Send a text', ...nobody };
  if (parsed.kind === 'send') {
    return { kind: 'send', title: 'Send a text', person: personAt(parsed.to), number: null };
  }
  const { person, number } = texts.find(parsed.messageId) ?? nobody;
  return { kind: 'send', title: 'Mark as read, show typing', person, number };
}
