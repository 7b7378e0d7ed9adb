import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { personAt } from './addresses.ts';
import { type Closings, createClosings } from './apple/closings.ts';
import { type SendFailure, sendFailures } from './apple/failures.ts';
import {
  createFileStore,
  type FileStore,
  fileRoutes,
  pictureRoute,
  storageRoute,
} from './apple/files.ts';
import { createInbound } from './apple/inbound.ts';
import { type MessageRequest, parseMessage } from './apple/message-request.ts';
import { type AppleAccount, refusalOf } from './apple/token.ts';
import { readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext } from './context.ts';
import { slowAnswerMs } from './failures.ts';
import type { CreateGateway } from './gateway.ts';
import { createText } from './texts.ts';

const appleAccount = z.object({ mspId: z.string(), secret: z.string(), apiUrl: z.string() });

/** Apple Messages for Business as far as one provider needs it: send, typing, attachments, and people who write. */
export const createGateway: CreateGateway = (context, { settings }) => {
  const account = appleAccount.parse(settings);
  const files = createFileStore(account.apiUrl);
  const closings = createClosings();
  return {
    name: 'Apple Messages',
    abilities: ['pictures', 'voice', 'location', 'close'],
    failures: sendFailures,
    plugin: createRoutes(context, account, { files, closings }),
    deliver: createInbound({ context, account }, { files, closings }),
  };
};

function createRoutes(
  context: SandboxContext,
  account: AppleAccount,
  { files, closings }: { files: FileStore; closings: Closings },
): FastifyPluginAsync {
  return async (app) => {
    const capture = captureExchanges(app, context.wire, describe);
    const open = [storageRoute, pictureRoute];
    app.addHook('preHandler', async (request, reply) => {
      if (open.some((route) => request.routeOptions.url?.endsWith(route))) return;
      const refusal = refusalOf(request.headers.authorization, account);
      if (refusal) return reply.code(refusal).send();
    });
    app.setNotFoundHandler((_, reply) => reply.code(404).send());
    app.setErrorHandler((_, _request, reply) => reply.code(500).send());

    app.post('/v1/message', async (request, reply) => {
      const message = parseMessage(request.headers, readText(request.body));
      if (typeof message === 'number') return reply.code(message).send();
      return take({ context, closings, capture, request, reply }, message);
    });
    fileRoutes(app, files);
  };
}

type Sending = {
  context: SandboxContext;
  closings: Closings;
  capture: Capture;
  request: FastifyRequest;
  reply: FastifyReply;
};

const refusals: Partial<Record<SendFailure, number>> = { 410: 410, 429: 429, 500: 500, 503: 503 };
const retryAfterS = 5;

/** Apple answers with nothing but a status, and reports nothing later. */
async function take(sending: Sending, message: MessageRequest): Promise<unknown> {
  const { context, closings, reply } = sending;
  const place = {
    channel: 'AMB' as const,
    person: personAt(message.destinationId),
    number: message.sourceId,
  };
  if (closings.has(place)) return reply.code(410).send();
  if (message.type !== 'text' && message.type !== 'richLink') {
    context.texts.showTyping(place, message.type === 'typing_start');
    return reply.code(200).send();
  }
  const failure = context.failures.take('AMB', place.person, sendFailures);
  const refusal = failure && refusals[failure];
  if (refusal === 429) reply.header('retry-after', retryAfterS);
  if (refusal) return reply.code(refusal).send();

  keep(sending, message, place);
  if (failure === 'timeout') return leaveUnanswered(sending);
  if (failure === 'slow') await context.scheduler.waitMs(slowAnswerMs);
  return reply.code(200).send();
}

/** A text that comes again under its id is the same text. */
function keep(
  { context, capture, request }: Sending,
  message: Extract<MessageRequest, { type: 'text' | 'richLink' }>,
  place: { channel: 'AMB'; person: string; number: string },
): void {
  if (context.texts.find(message.id)) {
    capture.note(request, 'Known by its id: taken once.');
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

/** The text is on the phone, but whoever sent it never learns that: the connection hangs until one side leaves. */
function leaveUnanswered({ capture, context, request, reply }: Sending): FastifyReply {
  reply.hijack();
  capture.giveUp(request, 'No answer on purpose; the text was taken.');
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
