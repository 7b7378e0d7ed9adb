import { type Api, replies } from '#server/http/api.ts';
import { limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { okReply } from '#shared/api/common.ts';
import { deviceRequest, lockReply, lockRequest } from '#shared/api/owner-links.ts';
import { letDeviceIn } from '../sign-in/let-device-in.ts';
import { lockAccount } from './lock-account.ts';

export async function ownerLinkRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.post(
    '/api/auth/lock',
    {
      config: limitByAddress('login'),
      schema: { body: lockRequest, response: replies(lockReply) },
    },
    async ({ body }) => lockAccount(runtime, body.token),
  );

  app.post(
    '/api/auth/device',
    {
      config: limitByAddress('login'),
      schema: { body: deviceRequest, response: replies(okReply) },
    },
    async ({ body }) => {
      await letDeviceIn(runtime, body.token);
      return { ok: true } as const;
    },
  );
}
