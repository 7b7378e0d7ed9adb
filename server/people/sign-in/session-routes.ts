import { currentSessionId, currentUser, forUsers } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { sessionsReply } from '#shared/api/sessions.ts';
import { endOtherSessions, endSession } from './sessions.ts';
import { listSessions } from './sessions-store.ts';

export async function sessionRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);

  app.get(
    '/api/auth/sessions',
    { ...guard, schema: { response: replies(sessionsReply) } },
    async (request) => {
      const { db, clock } = runtime;
      const rows = await listSessions(db, currentUser(request).id, clock.now());
      return {
        sessions: rows.map(({ createdAt, lastUsedAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          isCurrent: row.id === currentSessionId(request),
        })),
      };
    },
  );

  app.delete(
    '/api/auth/sessions/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      await endSession(runtime, currentUser(request), request.params.id);
      return { ok: true } as const;
    },
  );

  app.delete(
    '/api/auth/sessions',
    { ...guard, schema: { response: replies(okReply) } },
    async (request) => {
      await endOtherSessions(runtime, currentUser(request), currentSessionId(request));
      return { ok: true } as const;
    },
  );
}
