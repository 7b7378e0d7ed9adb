import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import { showContent, streamContent } from './google/content.ts';
import { createGoogleError, failWith } from './google/errors.ts';
import { listModels, models, showModel } from './google/models.ts';
import { parseContent } from './google/request.ts';
import type { ModelApiError } from './models/errors.ts';
import { createModelServer, type ModelApi, refuse, type Vendor } from './models/server.ts';

const generateContent: ModelApi = {
  parse: parseContent,
  show: showContent,
  stream: streamContent,
};

const vendor: Vendor = {
  apiOf: () => generateContent,
  catalog: models,
  requestIdHeader: null,
  findKeyError,
  failWith,
  refusePictures: (model) => createGoogleError('pictures_unsupported', model),
  refusePath: () => createGoogleError('path_unknown'),
};

export const versions = ['v1', 'v1beta'];

export function createModel(context: SandboxContext, delayMs: number): FastifyPluginAsync {
  return async (app) => {
    // Model and method share a path segment: models/NAME:generateContent.
    app.post('/models/:call', createModelServer(app, context, { vendor, delayMs }));
    app.get('/models', async ({ query }) => listModels(query));
    app.get<{ Params: { id: string } }>('/models/:id', async ({ params: { id } }, reply) =>
      models.has(id) ? showModel(id) : refuse(reply, failWith(404, id)),
    );
  };
}

function findKeyError({ headers, query }: FastifyRequest): ModelApiError | null {
  const key = headers['x-goog-api-key']?.toString() ?? (query as { key?: string }).key;
  if (!key) return createGoogleError('key_missing');
  return key === 'sk-invalid' ? createGoogleError('key_invalid') : null;
}
