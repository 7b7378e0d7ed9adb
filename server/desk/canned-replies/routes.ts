import { currentUser, forAdmins, forStaff } from '#server/access/guard.ts';
import { type Api, editReplies, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  cannedRepliesReply,
  cannedReply,
  cannedReplyChange,
  cannedReplyRequest,
  oneCannedReply,
} from '#shared/api/canned-replies.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { addCannedReply, changeCannedReply, removeCannedReply } from './service.ts';
import { listCannedReplies } from './store.ts';

export async function cannedReplyRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'change canned replies');

  app.get(
    '/api/canned-replies',
    {
      ...forStaff(runtime, 'read canned replies'),
      schema: { summary: "The team's canned replies", response: replies(cannedRepliesReply) },
    },
    async () => ({ cannedReplies: await listCannedReplies(runtime.db) }),
  );

  app.post(
    '/api/canned-replies',
    { ...guard, schema: { body: cannedReplyRequest, response: replies(oneCannedReply) } },
    async (request) => ({
      cannedReply: await addCannedReply(runtime, currentUser(request).id, request.body),
    }),
  );

  app.put(
    '/api/canned-replies/:id',
    {
      ...guard,
      schema: {
        params: idParams,
        body: cannedReplyChange,
        response: editReplies(oneCannedReply, cannedReply),
      },
    },
    async (request) => {
      const who = { actorId: currentUser(request).id, id: request.params.id };
      return { cannedReply: await changeCannedReply(runtime, who, request.body) };
    },
  );

  app.delete(
    '/api/canned-replies/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      await removeCannedReply(runtime, {
        actorId: currentUser(request).id,
        id: request.params.id,
      });
      return { ok: true } as const;
    },
  );
}
