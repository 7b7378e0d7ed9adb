import { finished } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#shared/time.ts';
import { personAt } from './addresses.ts';
import { findRefusal, readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext, SandboxExpert } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway, GatewayOptions } from './gateway.ts';
import { graphVersion, type MetaApp, metaApp } from './meta/app.ts';
import { addCheckRoutes, subscriptionsRoute } from './meta/checks.ts';
import { createMetaError, type MetaCode } from './meta/errors.ts';
import { type SendFailure, sendFailures } from './meta/failures.ts';
import { createInbound } from './meta/inbound.ts';
import { addMediaRoutes, createMediaStore, type MediaStore, openRoute } from './meta/media.ts';
import { describePerson, newMessageId } from './meta/people.ts';
import { createReports, type Outcome, type Reports } from './meta/reports.ts';
import { type GraphRequest, parseGraph } from './meta/send-request.ts';
import { createText, type Text } from './texts.ts';

export const createGateway: CreateGateway = (context, { settings, listExperts, publicUrl }) => {
  const app = metaApp.parse(settings);
  const media = createMediaStore(app.apiUrl);
  const reports = createReports(context, app, () => `${publicUrl()}/api/webhooks/whatsapp`);
  return {
    name: 'Meta',
    abilities: ['pictures', 'quotes', 'reaction', 'voice', 'location', 'edit', 'revoke'],
    failures: sendFailures,
    plugin: createRoutes({ context, app, media, reports, listExperts, publicUrl }),
    deliver: createInbound({ context, app, media, reports }),
  };
};

type Parts = {
  context: SandboxContext;
  app: MetaApp;
  media: MediaStore;
  reports: Reports;
} & Pick<GatewayOptions, 'listExperts' | 'publicUrl'>;
type Call = Parts & { capture: Capture; request: FastifyRequest; reply: FastifyReply };
type SendRequest = Extract<GraphRequest, { kind: 'send' }>;

function createRoutes(parts: Parts): FastifyPluginAsync {
  const { context, app, media } = parts;
  return async (server) => {
    const capture = captureExchanges(server, context.wire, (request) => describe(parts, request));

    server.addHook('preHandler', async (request, reply) => {
      const { url } = request.routeOptions;
      const isOpen = url?.endsWith(openRoute) || url?.endsWith(subscriptionsRoute);
      const isAuthorized = request.headers.authorization === `Bearer ${app.accessToken}`;
      if (!isOpen && !isAuthorized) return refuse(reply, 190);
    });
    server.setNotFoundHandler((_, reply) => refuse(reply, 33));
    server.setErrorHandler((error, _, reply) => reply.code(findRefusal(error) ?? 500).send());

    server.post<{ Params: { sender: string } }>(
      `/${graphVersion}/:sender/messages`,
      async (request, reply) => {
        const { sender } = request.params;
        if (!(await isKnownSender(parts, sender))) return refuse(reply, 33);
        const parsed = parseGraph(readText(request.body));
        if ('status' in parsed) return reply.code(parsed.status).send(parsed.body);
        if (parsed.kind === 'read') return markRead(context, reply, parsed);
        const person = personAt(parsed.to);
        const number = await findNumber(parts, sender, person);
        const call = { ...parts, capture, request, reply };
        return send(call, parsed, { person, number, senderId: sender });
      },
    );
    addCheckRoutes(server, { app, publicUrl: parts.publicUrl, refuse });
    addMediaRoutes(server, media, (id) => isKnownSender(parts, id));
  };
}

async function isKnownSender({ app, listExperts }: Parts, senderId: string): Promise<boolean> {
  if (senderId === app.phoneNumberId) return true;
  return (await listExperts()).some(({ phoneNumberId }) => phoneNumberId === senderId);
}

/** Experts share the default sender, so the person's conversation tells their numbers apart. */
async function findNumber(parts: Parts, senderId: string, person: string): Promise<string> {
  const experts = await parts.listExperts();
  const named = experts.find(({ phoneNumberId }) => phoneNumberId === senderId)?.phoneNumber;
  return named || findKnownNumber(parts.context, person) || findDefaultNumber(experts);
}

function findKnownNumber({ texts }: SandboxContext, person: string): string {
  const known = texts.conversations(person).find(({ channel }) => channel === 'WHATSAPP');
  return known?.number ?? '';
}

function findDefaultNumber(experts: SandboxExpert[]): string {
  const ofChannel = experts.filter(({ channel }) => channel === 'WHATSAPP');
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
const windowMs = dayMs;
const refusals: Partial<Record<SendFailure, MetaCode>> = {
  131047: 131047,
  130429: 130429,
  131016: 131016,
  190: 190,
};

type Place = Pick<Text, 'person' | 'number'> & { senderId: string };

async function send(call: Call, request: SendRequest, place: Place): Promise<unknown> {
  const { context, reports, reply } = call;
  const failure = context.failures.take('WHATSAPP', place.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal) return refuse(reply, refusal);
  if (failure === '500') return reply.code(500).type('text/html').send('<h1>Sorry</h1>');
  if (isWindowClosed(context, place)) return refuse(reply, 131047);

  const text = record(context, request, place);
  const { callbackData } = request;
  const { senderId } = place;
  const report = () => reports.report({ text, senderId, callbackData }, toOutcome(failure));
  if (failure === 'timeout') return leaveUnanswered(call, text, report);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  // The sender has the id before the first report.
  finished(reply.raw, report);
  const { contact } = describePerson(place.person);
  const named = request.isUserId ? { user_id: request.to } : { wa_id: contact.wa_id };
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: request.to, ...named }],
    messages: [{ id: text.sid }],
  };
}

function toOutcome(failure: SendFailure | null): Outcome {
  if (failure === '131026') return 131026;
  if (failure === '131000') return 131000;
  return failure === 'shuffled' ? 'shuffled' : 'delivered';
}

/** The person may have written before the stand-in started. */
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

function record({ texts }: SandboxContext, request: SendRequest, { person, number }: Place): Text {
  const { to, body, quoted } = request;
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

/** Accepts the text, and hangs until one side closes the connection. */
function leaveUnanswered(
  { capture, context, request, reply }: Call,
  text: Text,
  report: () => void,
) {
  reply.hijack();
  capture.giveUp(request, `No answer on purpose; the text was accepted as ${text.sid}.`);
  context.scheduler.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  report();
  return reply;
}

function refuse(reply: FastifyReply, code: MetaCode, details?: string) {
  const { status, body } = createMetaError(code, details);
  return reply.code(status).send(body);
}

async function describe(parts: Parts, request: FastifyRequest): Promise<Described> {
  const unknown = { person: null, number: null };
  if (request.method !== 'POST') {
    const isCheck = /debug_token|subscri|fields=id/.test(request.url);
    const title = isCheck ? 'Look at the account' : 'Fetch a picture';
    return { kind: 'lookup', title, ...unknown };
  }
  const parsed = parseGraph(readText(request.body));
  if (!('kind' in parsed)) return { kind: 'send', title: 'Send a text', ...unknown };
  if (parsed.kind === 'send') {
    const { sender } = request.params as { sender: string };
    const person = personAt(parsed.to);
    const number = await findNumber(parts, sender, person);
    return { kind: 'send', title: 'Send a text', person, number };
  }
  const { person, number } = parts.context.texts.find(parsed.messageId) ?? unknown;
  return { kind: 'send', title: 'Mark as read, show typing', person, number };
}
