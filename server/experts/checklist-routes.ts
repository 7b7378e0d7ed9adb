import { currentUser, forAdmins } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { checklistReply } from '#shared/api/expert-checklist.ts';
import { checkExpert, setWebhook } from './checklist-service.ts';

export async function expertChecklistRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage experts');
  // Shutdown waits for open requests, so model calls must end.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.get(
    '/api/experts/:id/checklist',
    {
      ...guard,
      config: limitByAccount('testProvider'),
      schema: {
        summary: 'Lists what an expert still needs before people can text it',
        params: idParams,
        response: replies(checklistReply),
      },
    },
    async (request) => checkExpert(runtime, request.params.id, stopping.signal),
  );

  app.put(
    '/api/experts/:id/webhook',
    {
      ...guard,
      config: limitByAccount('testProvider'),
      schema: {
        summary: "Sets the expert's webhook at its gateway",
        params: idParams,
        response: replies(okReply),
      },
    },
    async (request) => {
      await setWebhook(runtime, currentUser(request).id, request.params.id);
      return { ok: true as const };
    },
  );
}
