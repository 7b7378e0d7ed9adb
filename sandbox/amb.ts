import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { personAt } from './addresses.ts';
import {
  type ClosedConversations,
  createClosedConversations,
} from './apple/closed-conversations.ts';
import { type SendFailure, sendFailures } from './apple/failures.ts';
import {
  addFileRoutes,
  createFileStore,
  type FileStore,
  pictureRoute,
  storageRoute,
} from './apple/files.ts';
import { createInbound } from './apple/inbound.ts';
import { type MessageRequest, parseMessage } from './apple/message-request.ts';
import { type AppleAccount, findTokenError } from './apple/token.ts';
import { findRefusal, readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway } from './gateway.ts';
import { createText } from './texts.ts';

const appleAccount = z.object({ mspId: z.string(), secret: z.string(), apiUrl: z.string() });

export const createGateway: CreateGateway = (context, { settings }) => {
  const account = appleAccount.parse(settings);
  const files = createFileStore(account.apiUrl);
  const closed = createClosedConversations();
  return {
    name: 'Apple Messages',
    abilities: ['pictures', 'voice', 'location', 'close'],
    failures: sendFailures,
    plugin: createRoutes(context, account, { files, closed }),
    deliver: createInbound({ context, account }, { files, closed }),
  };
};

function createRoutes(
  context: SandboxContext,
  account: AppleAccount,
  { files, closed }: { files: FileStore; closed: ClosedConversations },
): FastifyPluginAsync {
  return async (app) => {
    const capture = captureExchanges(app, context.wire, describe);
    const open = [storageRoute, pictureRoute];
    app.addHook('preHandler', async (request, reply) => {
      if (open.some((route) => request.routeOptions.url?.endsWith(route))) return;
      const refusal = findTokenError(request.headers.authorization, account);
      if (refusal) return reply.code(refusal).send();
    });
    app.setNotFoundHandler((_, reply) => reply.code(404).send());
    app.setErrorHandler((error, _, reply) => reply.code(findRefusal(error) ?? 500).send());

    app.post('/v1/message', async (request, reply) => {
      const message = parseMessage(request.headers, readText(request.body));
      if (typeof message === 'number') return reply.code(message).send();
      return acceptMessage({ context, closed, capture, request, reply }, message);
    });
    addFileRoutes(app, files);
  };
}

type Sending = {
  context: SandboxContext;
  closed: ClosedConversations;
  capture: Capture;
  request: FastifyRequest;
  reply: FastifyReply;
};

const refusals: Partial<Record<SendFailure, number>> = { 410: 410, 429: 429, 500: 500, 503: 503 };
const retryAfterS = 5;

/** Apple answers with a bare status, and sends no reports. */
async function acceptMessage(sending: Sending, message: MessageRequest): Promise<unknown> {
  const { context, closed, reply } = sending;
  const place = {
    channel: 'AMB' as const,
    person: personAt(message.destinationId),
    number: message.sourceId,
  };
  if (closed.has(place)) return reply.code(410).send();
  if (message.type !== 'text' && message.type !== 'richLink') {
    context.texts.showTyping(place, message.type === 'typing_start');
    return reply.code(200).send();
  }
  const failure = context.failures.take('AMB', place.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal === 429) reply.header('retry-after', retryAfterS);
  if (refusal) return reply.code(refusal).send();

  storeText(sending, message, place);
  if (failure === 'timeout') return leaveUnanswered(sending);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  return reply.code(200).send();
}

/** A second request with the same id is the same text. */
function storeText(
  { context, capture, request }: Sending,
  message: Extract<MessageRequest, { type: 'text' | 'richLink' }>,
  place: { channel: 'AMB'; person: string; number: string },
): void {
  if (context.texts.find(message.id)) {
    capture.note(request, 'Known by its id: accepted once.');
    return;
  }
  const { url, title } =
    message.type === 'richLink' ? message.richLinkData : { url: '', title: '' };
  const now = new Date().toISOString();
  context.texts.add(
    createText({
      ...place,
      sid: message.id,
      from: message.sourceId,
      to: message.destinationId,
      body: message.type === 'text' ? message.body : `${title}\n${url}`,
      direction: 'outbound-api',
      writtenBy: 'product',
      status: 'delivered',
      sentAt: now,
    }),
  );
}

/** Accepts the text, and hangs until one side closes the connection. */
function leaveUnanswered({ capture, context, request, reply }: Sending): FastifyReply {
  reply.hijack();
  capture.giveUp(request, 'No answer on purpose; the text was accepted.');
  context.scheduler.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  return reply;
}

function describe(request: FastifyRequest): Described {
  if (request.method !== 'POST') {
    return { kind: 'lookup', title: 'Fetch a picture', person: null, number: null };
  }
  const { 'destination-id': to, 'source-id': from } = request.headers;
  const isTyping = readText(request.body).includes('"type":"typing');
  return {
    kind: 'send',
    title: isTyping ? 'Show typing' : 'Send a text',
    person: to ? personAt(String(to)) : null,
    number: from ? parseBusinessId(String(from)) : null,
  };
}
