import { forAdmins } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { setupReply } from '#shared/api/setup.ts';
import { checkSetup } from './service.ts';

export async function setupRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/setup',
    {
      ...forAdmins(runtime, 'see what is set up'),
      schema: {
        summary: 'Lists what the installation still needs before people use it',
        response: replies(setupReply),
      },
    },
    async () => checkSetup(runtime),
  );
}
