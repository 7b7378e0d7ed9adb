import { currentUser, forAdmins, forStaff } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { pauseReply, restoreChoices } from '#shared/api/restore.ts';
import { choose, describePause } from './service.ts';

export async function restoreRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/restore',
    {
      ...forStaff(runtime, 'see what a restore has paused'),
      schema: {
        summary:
          'Whether the installation is paused since a restore, and what waited at the backup',
        response: replies(pauseReply),
      },
    },
    async () => ({ pause: await describePause(runtime) }),
  );

  app.post(
    '/api/restore/choices',
    {
      ...forAdmins(runtime, 'choose what becomes of the texts'),
      schema: {
        summary:
          'Answers, sends or closes what waited at the backup; once all is decided, work goes on',
        body: restoreChoices,
        response: replies(pauseReply),
      },
    },
    async (request) => {
      const pause = await choose(runtime, request.body, currentUser(request).id);
      if (!pause) runtime.queue.wakeAll();
      return { pause };
    },
  );
}
