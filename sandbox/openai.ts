import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { composeAnswer, composeLongAnswer } from './answers/compose.ts';
import { type Conversation, findQuestion } from './answers/conversation.ts';
import { judgeText } from './answers/judge.ts';
import { readText } from './body-parsers.ts';
import { type Capture, captureExchanges, type Described } from './capture.ts';
import type { SandboxContext } from './context.ts';
import { showChat, streamChat } from './openai/chat.ts';
import { type OpenAiError, openAiError } from './openai/errors.ts';
import { createAttempts, readWish, type Wish, waitUnlessGone } from './openai/failures.ts';
import { type Completion, complete, findParameterError } from './openai/limits.ts';
import { showModels } from './openai/models.ts';
import { type ModelRequest, parseChat, parseResponses } from './openai/request.ts';
import { showResponse, streamResponse } from './openai/responses.ts';
import { type Frame, writeFrame } from './openai/stream.ts';
import { fillSchema } from './openai/structured.ts';

/** Natural delays before the first word, and between the pieces of a stream. */
const thinkingDelays = 6;
const pieceDelays = 0.2;

type Api = {
  name: 'responses' | 'chat';
  parse: (json: string) => ModelRequest | OpenAiError;
  show: (request: ModelRequest, completion: Completion) => object;
  stream: (request: ModelRequest, completion: Completion) => Frame[];
};

const responses: Api = {
  name: 'responses',
  parse: parseResponses,
  show: showResponse,
  stream: streamResponse,
};
const chat: Api = { name: 'chat', parse: parseChat, show: showChat, stream: streamChat };

/** OpenAI's API with answers made up here: same requests, same replies, same errors, no model. */
export function createOpenAi(context: SandboxContext, delayMs: number): FastifyPluginAsync {
  return async (app) => {
    const capture = captureExchanges(app, context.wire, (request) => describe(context, request));
    const attempts = createAttempts();

    app.addHook('preHandler', async (request, reply) => {
      const error = findKeyError(request.headers.authorization ?? '');
      if (error) return refuse(reply, error);
    });
    app.setNotFoundHandler((request, reply) =>
      refuse(reply, openAiError('path_unknown', `${request.method} ${request.url}`)),
    );
    app.setErrorHandler((_, _request, reply) => refuse(reply, openAiError('server_error')));

    const answer = async (api: Api, request: FastifyRequest, reply: FastifyReply) => {
      const asked = api.parse(readText(request.body));
      if ('status' in asked) return refuse(reply, asked);
      const invalid = findParameterError(asked, api.name);
      if (invalid) return refuse(reply, invalid);
      const question = findQuestion(asked.conversation);
      const wish = readWish(question);
      const gone = leavingOf(reply, context.scheduler.signal);
      // The validator answers at once, so that [slow 5s] means five seconds and not ten.
      const waitMs = thinkingDelays * delayMs + (asked.schema ? 0 : wish.slowMs);
      if (!(await waitUnlessGone(waitMs, gone))) return leave(reply);
      const failure = attempts.fail(question, wish, asked.model);
      if (failure) return refuse(reply, failure);
      const completion = answerRequest(asked, wish);
      if (!asked.isStream) return api.show(asked, completion);
      return streamFrames(
        reply,
        capture,
        request,
        api.stream(asked, completion),
        pieceDelays * delayMs,
      );
    };
    app.post('/responses', (request, reply) => answer(responses, request, reply));
    app.post('/chat/completions', (request, reply) => answer(chat, request, reply));
    app.get('/models', async () => showModels());
  };
}

function answerRequest(asked: ModelRequest, wish: Wish): Completion {
  if (asked.schema) {
    const verdict = judgeText(asked.conversation);
    return complete(asked, fillSchema(asked.schema, verdict), false);
  }
  if (wish.isRejected) return complete(asked, "I'm sorry, but I can't help with that.", true);
  return complete(asked, composeWished(asked.conversation, wish), false);
}

function composeWished(conversation: Conversation, wish: Wish): string {
  if (wish.isEmpty) return '';
  return wish.isLong ? composeLongAnswer(conversation) : composeAnswer(conversation);
}

function findKeyError(authorization: string): OpenAiError | null {
  const key = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (!key) return openAiError('key_missing');
  return key === 'sk-invalid' ? openAiError('key_invalid', key) : null;
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

function streamFrames(
  reply: FastifyReply,
  capture: Capture,
  request: FastifyRequest,
  frames: Frame[],
  pauseMs: number,
) {
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

function refuse(reply: FastifyReply, error: OpenAiError) {
  return reply.code(error.status).headers(error.headers).send(error.body);
}

/** A model call knows no phone number; it belongs to whoever texted the words it ends with. */
function describe(context: SandboxContext, request: FastifyRequest): Described {
  if (request.method !== 'POST')
    return { kind: 'model', title: 'List models', person: null, number: null };
  const json = readText(request.body);
  const asked = request.url.includes('/chat/') ? parseChat(json) : parseResponses(json);
  if ('status' in asked) return { kind: 'model', title: 'Model call', person: null, number: null };
  const author = context.texts.findAuthor(findQuestion(asked.conversation));
  const title = `${asked.schema ? 'Validator' : 'Model'}: ${asked.model}`;
  return { kind: 'model', title, person: author?.person ?? null, number: author?.number ?? null };
}
