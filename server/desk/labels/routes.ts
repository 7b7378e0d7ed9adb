import { currentUser, forAdmins, forStaff } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import {
  labelChange,
  labelRequest,
  labelsReply,
  labelThreadsReply,
  labelThreadsRequest,
  oneLabelReply,
} from '#shared/api/labels.ts';
import { labelThreads } from './label-threads.ts';
import { changeLabel, createLabel, removeLabelEverywhere } from './service.ts';
import { listLabels } from './store.ts';

export async function labelRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'change labels');

  app.get(
    '/api/labels',
    {
      ...forStaff(runtime, 'read labels'),
      schema: {
        summary: 'The labels, with how many conversations have each',
        response: replies(labelsReply),
      },
    },
    async () => ({ labels: await listLabels(runtime.db) }),
  );

  app.post(
    '/api/labels',
    { ...guard, schema: { body: labelRequest, response: replies(oneLabelReply) } },
    async (request) => ({
      label: await createLabel(runtime, currentUser(request).id, request.body),
    }),
  );

  app.put(
    '/api/labels/:id',
    {
      ...guard,
      schema: { params: idParams, body: labelChange, response: replies(oneLabelReply) },
    },
    async (request) => {
      const who = { actorId: currentUser(request).id, id: request.params.id };
      return { label: await changeLabel(runtime, who, request.body) };
    },
  );

  app.delete(
    '/api/labels/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      const who = { actorId: currentUser(request).id, id: request.params.id };
      await removeLabelEverywhere(runtime, who);
      return { ok: true } as const;
    },
  );

  app.post(
    '/api/labels/:id/threads',
    {
      ...forStaff(runtime, 'label conversations'),
      schema: {
        summary: 'Puts a label on up to 200 conversations, or takes it off',
        params: idParams,
        body: labelThreadsRequest,
        response: replies(labelThreadsReply),
      },
    },
    async (request) => {
      const who = { actorId: currentUser(request).id, labelId: request.params.id };
      return { threadIds: await labelThreads(runtime, { ...who, ...request.body }) };
    },
  );
}
