import type { FastifyPluginAsync } from 'fastify';
import { readText } from '../body-parsers.ts';
import type { SandboxContext } from '../context.ts';
import type { ModelApiError } from '../models/errors.ts';
import {
  createModelServer,
  findBearer,
  type ModelApi,
  refuse,
  type Vendor,
} from '../models/server.ts';
import { showChat, streamChat } from './chat.ts';
import { createEmbeddings } from './embeddings.ts';
import { createOpenAiError, failWith } from './errors.ts';
import { findParameterError } from './limits.ts';
import { chatModels, models, showModel } from './models.ts';
import { createModerator, describeModeration } from './moderator.ts';
import { parseChat, parseResponses } from './request.ts';
import { showResponse, streamResponse } from './responses.ts';

const responses: ModelApi = {
  parse: parseResponses,
  findError: (asked) => findParameterError(asked, 'responses'),
  show: showResponse,
  stream: streamResponse,
};
const chat: ModelApi = {
  parse: parseChat,
  findError: (asked) => findParameterError(asked, 'chat'),
  show: showChat,
  stream: streamChat,
};

/** Azure has another service for moderation. */
export type StandIn = Vendor & { moderates: boolean };

export const openAi = {
  moderates: true,
  apiOf: (request) => (request.url.includes('/chat/completions') ? chat : responses),
  catalog: chatModels,
  requestIdHeader: 'x-request-id',
  findKeyError(request) {
    const key = findBearer(request.headers);
    if (!key) return createOpenAiError('key_missing');
    return key === 'sk-invalid' ? createOpenAiError('key_invalid', key) : null;
  },
  failWith,
  refusePictures: () => createOpenAiError('pictures_unsupported'),
  describe: describeModeration,
  refusePath: ({ method, url }) => createOpenAiError('path_unknown', `${method} ${url}`),
} as const satisfies StandIn;

export function createStandIn(
  context: SandboxContext,
  delayMs: number,
  vendor: StandIn,
): FastifyPluginAsync {
  return async (app) => {
    const answer = createModelServer(app, context, { vendor, delayMs });
    app.post('/responses', answer);
    app.post('/chat/completions', answer);
    app.post('/embeddings', async ({ body }, reply) => {
      const embeddings = createEmbeddings(readText(body));
      return 'status' in embeddings ? refuse(reply, embeddings as ModelApiError) : embeddings;
    });
    if (vendor.moderates) app.post('/moderations', createModerator(context));
    app.get('/models', async () => ({ object: 'list', data: models.ids.map(showModel) }));
    app.get<{ Params: { id: string } }>('/models/:id', async ({ params: { id } }, reply) =>
      models.has(id) ? showModel(id) : refuse(reply, failWith(404, id)),
    );
  };
}
