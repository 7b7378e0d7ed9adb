import { Readable } from 'node:stream';
import {
  currentSessionId,
  currentUser,
  forAdmins,
  forStaff,
  requireStepUp,
} from '#server/access/guard.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { decodeCursor, encodeCursor, pageOf } from '#server/http/pages.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { accountExport, numberExport } from '#shared/api/account.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import {
  endedSessionsReply,
  peopleQuery,
  peopleReply,
  personDetailsReply,
} from '#shared/api/people.ts';
import { writeExport, writeNumberExport } from '../account/export.ts';
import { exportBytes } from '../account/export-pages.ts';
import {
  deletePerson,
  describePerson,
  endSessionsOf,
  getPersonRef,
  recordExport,
} from './service.ts';
import { listPeople } from './store.ts';
import { toPerson } from './views.ts';

const cursorShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function peopleRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forStaff(runtime, 'see people');

  app.get(
    '/api/people',
    { ...guard, schema: { querystring: peopleQuery, response: replies(peopleReply) } },
    async (request) => {
      const { q, cursor, limit } = request.query;
      const after = cursor ? decodeCursor(cursor, cursorShape)[0] : null;
      const found = await listPeople(runtime.db, { search: q || null, after, limit: limit + 1 });
      const { page, last } = pageOf(found, limit);
      const now = runtime.clock.now();
      return {
        people: page.map((view) => toPerson(view, now)),
        nextCursor: last && encodeCursor(last.id),
      };
    },
  );

  app.get(
    '/api/people/:id',
    { ...guard, schema: { params: idParams, response: replies(personDetailsReply) } },
    async (request) => describePerson(runtime, request.params.id, currentUser(request)),
  );

  app.delete(
    '/api/people/:id/sessions',
    {
      ...forAdmins(runtime, "end other people's sessions"),
      schema: { params: idParams, response: replies(endedSessionsReply) },
    },
    async (request) => {
      // The account may be another admin's.
      requireStepUp(runtime, request);
      const who = { actorId: currentUser(request).id, id: request.params.id };
      const exceptId = currentSessionId(request);
      return { ended: await endSessionsOf(runtime, { ...who, exceptId }) };
    },
  );

  app.get(
    '/api/people/:id/export',
    {
      ...forAdmins(runtime, "export other people's data"),
      config: { ...limitByAccount('export'), holdsBytes: exportBytes },
      schema: {
        params: idParams,
        response: {
          200: {
            description: 'Everything Sagewire stores about the person, as a file.',
            content: { 'application/json': { schema: accountExport.or(numberExport) } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      requireStepUp(runtime, request);
      const ref = await getPersonRef(runtime, request.params.id);
      await recordExport(runtime, currentUser(request).id, ref);
      const day = runtime.clock.now().toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="person-${day}.json"`);
      reply.type('application/json; charset=utf-8');
      const parts =
        ref.kind === 'account'
          ? writeExport(runtime, ref.user)
          : writeNumberExport(runtime, ref.handle);
      return reply.send(Readable.from(parts) as never);
    },
  );

  app.delete(
    '/api/people/:id',
    {
      ...forAdmins(runtime, 'delete people'),
      schema: { params: idParams, response: replies(okReply) },
    },
    async (request) => {
      requireStepUp(runtime, request);
      await deletePerson(runtime, { actorId: currentUser(request).id, id: request.params.id });
      return { ok: true } as const;
    },
  );
}
