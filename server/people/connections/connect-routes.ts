import { currentSessionId, currentUser, forUsers, isFresh } from '#server/access/guard.ts';
import { createAfterReply } from '#server/http/after-reply.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import { connectReply } from '#shared/api/experts.ts';
import { connectUser } from './service.ts';

export async function connectRoutes(app: Api, runtime: Runtime): Promise<void> {
  const afterReply = createAfterReply(app, runtime);
  app.post(
    '/api/experts/:id/connect',
    {
      ...forUsers(runtime),
      config: limitByAccount('connect'),
      schema: { params: idParams, response: replies(connectReply) },
    },
    async (request) =>
      connectUser(runtime, {
        user: currentUser(request),
        expertId: request.params.id,
        address: request.ip,
        isFresh: isFresh(runtime, request),
        sessionId: currentSessionId(request),
        later: (work) => afterReply(request, work, 'phone not asked'),
      }),
  );
}
