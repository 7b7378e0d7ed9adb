import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { createModelServer, type ModelApi, refuse } from '../models/server.ts';
import { showChat, streamChat } from './chat.ts';
import { failWith, type OpenAiError, openAiError } from './errors.ts';
import { findParameterError } from './limits.ts';
import { showModels } from './models.ts';
import { parseChat, parseResponses } from './request.ts';
import { showResponse, streamResponse } from './responses.ts';

const responses: ModelApi = {
  parse: parseResponses,
  findError: (asked) => findParameterError(asked, 'responses'),
  show: showResponse,
  stream: streamResponse,
  failWith,
  refusePictures: () => openAiError('pictures_unsupported'),
};
const chat: ModelApi = {
  parse: parseChat,
  findError: (asked) => findParameterError(asked, 'chat'),
  show: showChat,
  stream: streamChat,
  failWith,
  refusePictures: () => openAiError('pictures_unsupported'),
};

/** How a caller shows its key, and what is said to one that does not. */
export type Door = (headers: FastifyRequest['headers']) => OpenAiError | null;

/** OpenAI's API with answers made up here: same requests, same replies, same errors, no model. */
export function createStandIn(
  context: SandboxContext,
  delayMs: number,
  door: Door,
): FastifyPluginAsync {
  return async (app) => {
    const apiOf = (request: FastifyRequest) =>
      request.url.includes('/chat/completions') ? chat : responses;
    const answer = createModelServer(app, context, { delayMs, apiOf });

    app.addHook('preHandler', async (request, reply) => {
      const error = door(request.headers);
      if (error) return refuse(reply, error);
    });
    app.setNotFoundHandler((request, reply) =>
      refuse(reply, openAiError('path_unknown', `${request.method} ${request.url}`)),
    );
    app.setErrorHandler((_, _request, reply) => refuse(reply, openAiError('server_error')));
    app.post('/responses', answer);
    app.post('/chat/completions', answer);
    app.get('/models', async () => showModels());
  };
}

export function findKeyError(key: string | undefined): OpenAiError | null {
  if (!key) return openAiError('key_missing');
  return key === 'sk-invalid' ? openAiError('key_invalid', key) : null;
}
