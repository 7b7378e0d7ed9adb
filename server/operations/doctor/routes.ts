import { forAdmins } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { doctorReply } from '#shared/api/doctor.ts';
import { examine } from './service.ts';

export async function doctorRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/doctor',
    {
      ...forAdmins(runtime, 'see the doctor'),
      config: limitByAccount('testProvider'),
      schema: {
        summary:
          'Checks settings, database, network and every service outside, and says what to do',
        response: replies(doctorReply),
      },
    },
    async () => examine(runtime),
  );
}
