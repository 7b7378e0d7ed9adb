import { Readable } from 'node:stream';
import { currentUser, forUsers } from '#server/auth/guard.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { limitByAccount, limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { accountExport, deleteAccountRequest } from '#shared/api/account.ts';
import { okReply } from '#shared/api/common.ts';
import { writeExport } from './export.ts';
import { deleteAccount } from './service.ts';

export async function accountRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);

  app.get(
    '/api/account/export',
    {
      ...guard,
      config: limitByAccount('export'),
      schema: {
        response: {
          200: {
            description: 'Everything Sagewire stores about you, as a file.',
            content: { 'application/json': { schema: accountExport } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const day = runtime.clock.now().toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="sagewire-${day}.json"`);
      reply.type('application/json; charset=utf-8');
      return reply.send(Readable.from(writeExport(runtime, currentUser(request))) as never);
    },
  );

  app.delete(
    '/api/account',
    {
      ...guard,
      config: limitByAddress('login'),
      schema: { body: deleteAccountRequest, response: replies(okReply) },
    },
    async (request) => {
      const { body, ip: address } = request;
      await deleteAccount(runtime, currentUser(request), { ...body, address });
      return { ok: true } as const;
    },
  );
}
