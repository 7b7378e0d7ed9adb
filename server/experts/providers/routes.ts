import { currentUser, forAdmins, requireStepUp } from '#server/access/guard.ts';
import { type Api, editReplies, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import { readRevision, setRevision } from '#server/http/revisions.ts';
import type { Runtime } from '#server/runtime.ts';
import { editHeaders, idParams } from '#shared/api/common.ts';
import {
  createProviderRequest,
  oneProviderReply,
  providerReply,
  providersReply,
  testProviderReply,
  testProviderRequest,
  updateProviderRequest,
  vendorModelsReply,
} from '#shared/api/providers.ts';
import { listVendorModels } from './models-service.ts';
import { addProvider, changeProvider, toProvider } from './service.ts';
import { getProvider, listProviders } from './store.ts';
import { tryProvider } from './try-service.ts';

export async function providerRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage AI providers');
  // Shutdown waits for open requests, so model calls must end.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.get(
    '/api/providers',
    { ...guard, schema: { response: replies(providersReply) } },
    async () => {
      const rows = await listProviders(runtime.db);
      return { providers: rows.map((row) => toProvider(runtime, row)) };
    },
  );

  app.post(
    '/api/providers',
    { ...guard, schema: { body: createProviderRequest, response: replies(oneProviderReply) } },
    async (request) => {
      requireStepUp(runtime, request);
      return { provider: await addProvider(runtime, currentUser(request).id, request.body) };
    },
  );

  app.post(
    '/api/providers/test',
    {
      ...guard,
      config: limitByAccount('testProvider'),
      schema: {
        body: testProviderRequest,
        response: replies(testProviderReply),
      },
    },
    async (request) => tryProvider(runtime, request.body, stopping.signal),
  );

  app.get(
    '/api/providers/:id/models',
    {
      ...guard,
      config: limitByAccount('testProvider'),
      schema: { params: idParams, response: replies(vendorModelsReply) },
    },
    async (request) => ({ models: await listVendorModels(runtime, request.params.id) }),
  );

  app.put(
    '/api/providers/:id',
    {
      ...guard,
      schema: {
        params: idParams,
        headers: editHeaders,
        body: updateProviderRequest,
        response: editReplies(oneProviderReply, providerReply),
      },
    },
    async (request, reply) => {
      if (request.body.config?.apiKey) requireStepUp(runtime, request);
      const basedOn = readRevision(request.headers['if-match']);
      const edit = { actorId: currentUser(request).id, id: request.params.id, basedOn };
      const provider = await changeProvider(runtime, edit, request.body);
      setRevision(reply, provider.revision);
      return { provider };
    },
  );

  app.get(
    '/api/providers/:id',
    { ...guard, schema: { params: idParams, response: replies(oneProviderReply) } },
    async (request, reply) => {
      const row = await getProvider(runtime.db, request.params.id);
      setRevision(reply, row.revision);
      return { provider: toProvider(runtime, row) };
    },
  );
}
