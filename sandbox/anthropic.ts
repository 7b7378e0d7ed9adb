import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type AnthropicError, anthropicError, failWith } from './anthropic/errors.ts';
import { showMessage, streamMessage } from './anthropic/messages.ts';
import { parseMessages } from './anthropic/request.ts';
import type { SandboxContext } from './context.ts';
import { createModelServer, type ModelApi, refuse } from './models/server.ts';

const messages: ModelApi = {
  parse: parseMessages,
  show: showMessage,
  stream: streamMessage,
  failWith,
  refusePictures: (model) => anthropicError('pictures_unsupported', model),
};

/** Anthropic's Messages API with answers made up here. */
export function createModel(context: SandboxContext, delayMs: number): FastifyPluginAsync {
  return async (app) => {
    const answer = createModelServer(app, context, { delayMs, apiOf: () => messages });
    app.addHook('preHandler', async ({ headers }, reply) => {
      const error = findHeaderError(headers);
      if (error) return refuse(reply, error);
    });
    app.setNotFoundHandler((_request, reply) => refuse(reply, anthropicError('path_unknown')));
    app.setErrorHandler((_, _request, reply) => refuse(reply, anthropicError('server_error')));
    app.post('/messages', answer);
    app.get('/models', async () => ({ data: models.map(showModel), has_more: false }));
  };
}

const models = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-5', 'claude-haiku-4-5'];

function showModel(id: string) {
  return { type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' };
}

function findHeaderError(headers: FastifyRequest['headers']): AnthropicError | null {
  const key = headers['x-api-key'];
  if (!key) return anthropicError('key_missing');
  if (key === 'sk-invalid') return anthropicError('key_invalid');
  return headers['anthropic-version'] ? null : anthropicError('version_missing');
}
