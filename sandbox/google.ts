import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import { showContent, streamContent } from './google/content.ts';
import { failWith, googleError } from './google/errors.ts';
import { parseContent } from './google/request.ts';
import { createModelServer, type ModelApi, refuse } from './models/server.ts';

const generateContent: ModelApi = {
  parse: parseContent,
  show: showContent,
  stream: streamContent,
  failWith,
  refusePictures: (model) => googleError('pictures_unsupported', model),
};

/** Google's generateContent API with answers made up here. */
export function createModel(context: SandboxContext, delayMs: number): FastifyPluginAsync {
  return async (app) => {
    const answer = createModelServer(app, context, { delayMs, apiOf: () => generateContent });
    app.addHook('preHandler', async (request, reply) => {
      const key = keyOf(request);
      if (!key) return refuse(reply, googleError('key_missing'));
      if (key === 'sk-invalid') return refuse(reply, googleError('key_invalid'));
    });
    app.setNotFoundHandler((_request, reply) => refuse(reply, googleError('path_unknown')));
    app.setErrorHandler((_, _request, reply) => refuse(reply, googleError('server_error')));
    // The model and what is wanted of it share the last part of the path: models/NAME:generateContent.
    app.post('/models/:call', answer);
    app.get('/models', async () => ({ models: models.map(showModel) }));
  };
}

const models = ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-embedding-001'];

function showModel(id: string) {
  const method = id.includes('embedding') ? 'embedContent' : 'generateContent';
  return { name: `models/${id}`, displayName: id, supportedGenerationMethods: [method] };
}

function keyOf({ headers, query }: FastifyRequest): string | undefined {
  return headers['x-goog-api-key']?.toString() ?? (query as { key?: string }).key;
}
