import { currentUser, forUsers, requireStepUp } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { phonesReply } from '#shared/api/phones.ts';
import { listPhonesFor, removePhone } from './remove-phone.ts';

export async function phoneRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);

  app.get(
    '/api/auth/phones',
    { ...guard, schema: { response: replies(phonesReply) } },
    async (request) => ({ phones: await listPhonesFor(runtime, currentUser(request)) }),
  );

  // Without the password: who has lost a phone acts at once.
  app.delete(
    '/api/auth/phones/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      requireStepUp(runtime, request);
      await removePhone(runtime, currentUser(request), request.params.id);
      return { ok: true } as const;
    },
  );
}
