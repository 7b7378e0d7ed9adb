import { Readable } from 'node:stream';
import { z } from 'zod';
import { currentSessionId, currentUser, forUsers } from '#server/access/guard.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { limitByAccount, limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { accountExport, deleteAccountRequest, exportQuery } from '#shared/api/account.ts';
import { okReply } from '#shared/api/common.ts';
import { writeExport } from './export.ts';
import { writeExportPage } from './export-page.ts';
import { exportBytes } from './export-pages.ts';
import { deleteAccount } from './service.ts';
import { stopTexts } from './stop-texts.ts';

const exports = {
  json: { write: writeExport, type: 'application/json' },
  html: { write: writeExportPage, type: 'text/html' },
};

export async function accountRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);

  app.get(
    '/api/account/export',
    {
      ...guard,
      config: { ...limitByAccount('export'), holdsBytes: exportBytes },
      schema: {
        querystring: exportQuery,
        response: {
          200: {
            description:
              'Everything Sagewire stores about you, as a file for computers or a page to read.',
            content: {
              'application/json': { schema: accountExport },
              'text/html': { schema: z.string() },
            },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const day = runtime.clock.now().toISOString().slice(0, 10);
      const { format } = request.query;
      const { write, type } = exports[format];
      reply.header('content-disposition', `attachment; filename="sagewire-${day}.${format}"`);
      reply.type(`${type}; charset=utf-8`);
      return reply.send(Readable.from(write(runtime, currentUser(request))) as never);
    },
  );

  app.post(
    '/api/account/stop-texts',
    {
      ...guard,
      config: limitByAccount('export'),
      schema: {
        summary: 'Stops the texts of every expert to your phones, as the text STOPALL does',
        response: replies(okReply),
      },
    },
    async (request) => {
      await stopTexts(runtime, currentUser(request));
      return { ok: true } as const;
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
      await deleteAccount(runtime, currentUser(request), {
        ...{ ...body, address, sessionId: currentSessionId(request) },
      });
      return { ok: true } as const;
    },
  );
}
