import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createAnthropicError, failWith } from './anthropic/errors.ts';
import { showMessage, streamMessage } from './anthropic/messages.ts';
import { listModels, models, showModel } from './anthropic/models.ts';
import { parseMessages } from './anthropic/request.ts';
import type { SandboxContext } from './context.ts';
import type { ModelApiError } from './models/errors.ts';
import {
  createModelServer,
  findBearer,
  type ModelApi,
  refuse,
  type Vendor,
} from './models/server.ts';

const messages: ModelApi = { parse: parseMessages, show: showMessage, stream: streamMessage };

const vendor: Vendor = {
  apiOf: () => messages,
  catalog: models,
  requestIdHeader: 'request-id',
  findKeyError,
  failWith,
  refusePictures: (model) => createAnthropicError('pictures_unsupported', model),
  refusePath: () => createAnthropicError('path_unknown'),
};

export function createModel(context: SandboxContext, delayMs: number): FastifyPluginAsync {
  return async (app) => {
    app.post('/messages', createModelServer(app, context, { vendor, delayMs }));
    app.get('/models', async ({ query }) => listModels(query));
    app.get<{ Params: { id: string } }>('/models/:id', async ({ params: { id } }, reply) =>
      models.has(id) ? showModel(id) : refuse(reply, failWith(404, id)),
    );
  };
}

/** A bearer token since version 1 of the SDK. */
function findKeyError({ headers }: FastifyRequest): ModelApiError | null {
  const key = headers['x-api-key'] ?? findBearer(headers);
  if (!key) return createAnthropicError('key_missing');
  if (key === 'sk-invalid') return createAnthropicError('key_invalid');
  return headers['anthropic-version'] ? null : createAnthropicError('version_missing');
}
