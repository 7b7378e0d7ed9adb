import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { composeAnswer, composeLongAnswer } from '../answers/compose-answer.ts';
import { type Conversation, findQuestion } from '../answers/conversation.ts';
import { validateText } from '../answers/validate.ts';
import { findRefusal, readText } from '../body-parsers.ts';
import { type Capture, captureExchanges, type Described } from '../capture.ts';
import type { SandboxContext } from '../context.ts';
import { type Completion, complete } from '../openai/limits.ts';
import type { ModelRequest } from '../openai/request.ts';
import { cite } from '../openai/search.ts';
import { type Frame, writeFrame } from '../openai/stream.ts';
import { fillSchema } from '../openai/structured.ts';
import type { WireKind } from '../wire.ts';
import type { Catalog } from './catalog.ts';
import type { ModelApiError } from './errors.ts';
import {
  createAttemptCounter,
  readSwitches,
  type Switches,
  waitUnlessAborted,
} from './failures.ts';
import { isTextOnly } from './picture-info.ts';
import { newRequestId } from './request-id.ts';

/** In natural delays: before the first word, then between pieces. */
const thinkingDelays = 6;
const pieceDelays = 0.2;

export type ModelApi = {
  parse(json: string, request: FastifyRequest): ModelRequest | ModelApiError;
  findError?(call: ModelRequest): ModelApiError | null;
  show(call: ModelRequest, completion: Completion): object;
  stream(call: ModelRequest, completion: Completion): Frame[];
};

export type Vendor = {
  apiOf(request: FastifyRequest): ModelApi;
  /** Null if customers name the models. */
  catalog: Catalog | null;
  requestIdHeader: string | null;
  findKeyError(request: FastifyRequest): ModelApiError | null;
  /** 404: unknown model. */
  failWith(status: number, model: string): ModelApiError;
  refusePictures(model: string): ModelApiError;
  refusePath(request: FastifyRequest): ModelApiError;
  /** For calls that ask no model for an answer. */
  describe?(request: FastifyRequest): { kind: WireKind; title: string; question: string } | null;
};

export function createModelServer(
  app: FastifyInstance,
  context: SandboxContext,
  { vendor, delayMs }: { vendor: Vendor; delayMs: number },
) {
  const { apiOf, catalog } = vendor;
  const capture = captureExchanges(app, context.wire, (request) =>
    describe(context, vendor, request),
  );
  app.addHook('preHandler', async (request, reply) => {
    if (vendor.requestIdHeader) reply.header(vendor.requestIdHeader, newRequestId());
    const error = vendor.findKeyError(request);
    if (error) return refuse(reply, error);
  });
  app.setNotFoundHandler((request, reply) => refuse(reply, vendor.refusePath(request)));
  app.setErrorHandler((error, _request, reply) =>
    refuse(reply, vendor.failWith(findRefusal(error) ?? 500, '')),
  );
  const attempts = createAttemptCounter();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const api = apiOf(request);
    const call = api.parse(readText(request.body), request);
    if ('status' in call) return refuse(reply, call);
    const { model } = call;
    if (catalog && !catalog.has(model)) return refuse(reply, vendor.failWith(404, model));
    const invalid = api.findError?.(call);
    if (invalid) return refuse(reply, invalid);
    const hasPictures = call.conversation.turns.some(({ pictures = [] }) => pictures.length > 0);
    if (hasPictures && isTextOnly(model)) return refuse(reply, vendor.refusePictures(model));
    const question = findQuestion(call.conversation);
    const switches = readSwitches(question);
    const hangup = watchHangup(reply, context.scheduler.signal);
    // The validator answers at once, so that [slow 5s] means five seconds, not ten.
    const waitMs = thinkingDelays * delayMs + (call.schema ? 0 : switches.slowMs);
    if (!(await waitUnlessAborted(waitMs, hangup))) return dropConnection(reply);
    if (switches.fail && attempts.shouldFail(question, switches)) {
      return refuse(reply, vendor.failWith(switches.fail.status, model));
    }
    const completion = answerCall(call, switches);
    if (!call.isStream) return reply.send(api.show(call, completion));
    const frames = api.stream(call, completion);
    return streamFrames(reply, { capture, request, frames, pauseMs: pieceDelays * delayMs });
  };
}

export function findBearer({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
}

export function refuse(reply: FastifyReply, { status, headers, body }: ModelApiError) {
  return reply.code(status).headers(headers).send(body);
}

function answerCall(call: ModelRequest, switches: Switches): Completion {
  const { conversation, schema, search } = call;
  if (schema) return complete(call, fillSchema(schema, validateText(conversation)), false);
  if (switches.isRejected) return complete(call, "I'm sorry, but I can't help with that.", true);
  const text = composeText(conversation, switches);
  const cited = search && text ? cite(text, findQuestion(conversation), search) : text;
  return complete(call, cited, false);
}

function composeText(conversation: Conversation, { isEmpty, isLong }: Switches): string {
  if (isEmpty) return '';
  return isLong ? composeLongAnswer(conversation) : composeAnswer(conversation);
}

export function watchHangup(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const hangup = new AbortController();
  reply.raw.once('close', () => hangup.abort());
  return AbortSignal.any([hangup.signal, closing]);
}

export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

type Streaming = { capture: Capture; request: FastifyRequest; frames: Frame[]; pauseMs: number };

function streamFrames(reply: FastifyReply, { capture, request, frames, pauseMs }: Streaming) {
  const hangup = new AbortController();
  reply.raw.once('close', () => hangup.abort());
  const pieces = frames.map(writeFrame);
  capture.setAnswer(request, pieces.join(''));
  async function* write() {
    for (const piece of pieces) {
      yield piece;
      if (!(await waitUnlessAborted(pauseMs, hangup.signal))) return;
    }
  }
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(Readable.from(write()));
}

/** Model calls carry no phone number: they belong to the person who last texted the question. */
function describe(context: SandboxContext, vendor: Vendor, request: FastifyRequest): Described {
  const unknown = { kind: 'model', person: null, number: null } as const;
  if (request.method !== 'POST') return { ...unknown, title: 'List models' };
  const described = vendor.describe?.(request) ?? describeModelCall(vendor, request);
  if (!described) return { ...unknown, title: 'Model call' };
  const { kind, title, question } = described;
  const author = context.texts.findAuthor(question);
  return { kind, title, person: author?.person ?? null, number: author?.number ?? null };
}

function describeModelCall(vendor: Vendor, request: FastifyRequest) {
  const call = vendor.apiOf(request).parse(readText(request.body), request);
  if ('status' in call) return null;
  const title = `${call.schema ? 'Validator' : 'Model'}: ${call.model}`;
  return { kind: 'model' as const, title, question: findQuestion(call.conversation) };
}
