import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { composeAnswer, composeLongAnswer } from '../answers/compose.ts';
import { type Conversation, findQuestion } from '../answers/conversation.ts';
import { judgeText } from '../answers/judge.ts';
import { readText } from '../body-parsers.ts';
import { type Capture, captureExchanges, type Described } from '../capture.ts';
import type { SandboxContext } from '../context.ts';
import { type Completion, complete } from '../openai/limits.ts';
import type { ModelRequest } from '../openai/request.ts';
import { cite } from '../openai/search.ts';
import { type Frame, writeFrame } from '../openai/stream.ts';
import { fillSchema } from '../openai/structured.ts';
import { createAttempts, readWish, type Wish, waitUnlessGone } from './failures.ts';
import { isBlind } from './sight.ts';

/** Natural delays before the first word, and between the pieces of a stream. */
const thinkingDelays = 6;
const pieceDelays = 0.2;

/** A refusal in the vendor's own words and shape. */
export type ModelApiError = { status: number; headers: Record<string, string>; body: object };

/** One way to ask a vendor's model: how a call is read, and how an answer looks. */
export type ModelApi = {
  parse(json: string, request: FastifyRequest): ModelRequest | ModelApiError;
  /** What the vendor refuses although it could be read. */
  findError?(asked: ModelRequest): ModelApiError | null;
  show(asked: ModelRequest, completion: Completion): object;
  stream(asked: ModelRequest, completion: Completion): Frame[];
  /** To be shown one is too much for a model that reads words alone. */
  refusePictures(model: string): ModelApiError;
  /** The failure that a text asked for: `[fail 500]`. */
  failWith(status: number, model: string): ModelApiError;
};

/** What is the same for every vendor: think, fail where asked to, answer whole or in pieces. */
export function createModelServer(
  app: FastifyInstance,
  context: SandboxContext,
  { delayMs, apiOf }: { delayMs: number; apiOf: (request: FastifyRequest) => ModelApi },
) {
  const capture = captureExchanges(app, context.wire, (request) =>
    describe(context, apiOf(request), request),
  );
  const attempts = createAttempts();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const api = apiOf(request);
    const asked = api.parse(readText(request.body), request);
    if ('status' in asked) return refuse(reply, asked);
    const invalid = api.findError?.(asked);
    if (invalid) return refuse(reply, invalid);
    const isShownPictures = asked.conversation.turns.some(
      ({ pictures = [] }) => pictures.length > 0,
    );
    if (isShownPictures && isBlind(asked.model)) {
      return refuse(reply, api.refusePictures(asked.model));
    }
    const question = findQuestion(asked.conversation);
    const wish = readWish(question);
    const gone = leavingOf(reply, context.scheduler.signal);
    // The validator answers at once, so that [slow 5s] means five seconds and not ten.
    const waitMs = thinkingDelays * delayMs + (asked.schema ? 0 : wish.slowMs);
    if (!(await waitUnlessGone(waitMs, gone))) return leave(reply);
    const failed = attempts.fails(question, wish) && wish.fail;
    if (failed) return refuse(reply, api.failWith(failed.status, asked.model));
    const completion = answerRequest(asked, wish);
    if (!asked.isStream) return reply.send(api.show(asked, completion));
    const frames = api.stream(asked, completion);
    return streamFrames(reply, { capture, request, frames, pauseMs: pieceDelays * delayMs });
  };
}

export function refuse(reply: FastifyReply, { status, headers, body }: ModelApiError) {
  return reply.code(status).headers(headers).send(body);
}

function answerRequest(asked: ModelRequest, wish: Wish): Completion {
  if (asked.schema) {
    const verdict = judgeText(asked.conversation);
    return complete(asked, fillSchema(asked.schema, verdict), false);
  }
  if (wish.isRejected) return complete(asked, "I'm sorry, but I can't help with that.", true);
  const text = composeWished(asked.conversation, wish);
  const found =
    asked.search && text ? cite(text, findQuestion(asked.conversation), asked.search) : text;
  return complete(asked, found, false);
}

function composeWished(conversation: Conversation, wish: Wish): string {
  if (wish.isEmpty) return '';
  return wish.isLong ? composeLongAnswer(conversation) : composeAnswer(conversation);
}

/** Aborts when the caller hangs up before it has its answer, and when the sandbox closes. */
function leavingOf(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}

function leave(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

type Streaming = { capture: Capture; request: FastifyRequest; frames: Frame[]; pauseMs: number };

function streamFrames(reply: FastifyReply, { capture, request, frames, pauseMs }: Streaming) {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const pieces = frames.map(writeFrame);
  capture.setAnswer(request, pieces.join(''));
  async function* write() {
    for (const piece of pieces) {
      yield piece;
      if (!(await waitUnlessGone(pauseMs, gone.signal))) return;
    }
  }
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(Readable.from(write()));
}

/** A model call knows no phone number; it belongs to whoever texted the words it ends with. */
function describe(context: SandboxContext, api: ModelApi, request: FastifyRequest): Described {
  const nobody = { kind: 'model', person: null, number: null } as const;
  if (request.method !== 'POST') return { ...nobody, title: 'List models' };
  const asked = api.parse(readText(request.body), request);
  if ('status' in asked) return { ...nobody, title: 'Model call' };
  const author = context.texts.findAuthor(findQuestion(asked.conversation));
  const title = `${asked.schema ? 'Validator' : 'Model'}: ${asked.model}`;
  return { kind: 'model', title, person: author?.person ?? null, number: author?.number ?? null };
}
