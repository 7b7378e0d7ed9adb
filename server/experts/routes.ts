import { checkAgain, currentUser, forAdmins, forUsers } from '#server/access/guard.ts';
import { type Api, editReplies, promptLimit, replies } from '#server/http/api.ts';
import { pageOf, parseSeqCursor, writeSeqCursor } from '#server/http/pages.ts';
import { readRevision, setRevision } from '#server/http/revisions.ts';
import { acceptUploads, readUpload } from '#server/http/uploads.ts';
import type { Runtime } from '#server/runtime.ts';
import { editHeaders, idParams, pageQuery } from '#shared/api/common.ts';
import {
  expertVersionParams,
  expertVersionsReply,
  restoredVersionReply,
} from '#shared/api/expert-versions.ts';
import {
  archiveRequest,
  createExpertRequest,
  expertReply,
  expertsReply,
  oneExpertReply,
  publicExpertsReply,
  updateExpertRequest,
  uploadImageForm,
} from '#shared/api/experts.ts';
import { listForUser } from './public-service.ts';
import { addExpert, archiveExpert, changeExpert, changeExpertImage, toExpert } from './service.ts';
import { getExpert, listExperts } from './store.ts';
import { listHistory, restoreVersion } from './versions-service.ts';

export async function expertRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage experts');

  app.get('/api/experts', { ...guard, schema: { response: replies(expertsReply) } }, async () => {
    const rows = await listExperts(runtime.db);
    return { experts: rows.map((row) => toExpert(runtime, row)) };
  });

  app.post(
    '/api/experts',
    {
      ...guard,
      ...promptLimit,
      schema: { body: createExpertRequest, response: replies(oneExpertReply) },
    },
    async (request) => ({
      expert: await addExpert(runtime, currentUser(request).id, request.body),
    }),
  );

  app.put(
    '/api/experts/:id',
    {
      ...guard,
      ...promptLimit,
      schema: {
        params: idParams,
        headers: editHeaders,
        body: updateExpertRequest,
        response: editReplies(oneExpertReply, expertReply),
      },
    },
    async (request, reply) => {
      const basedOn = readRevision(request.headers['if-match']);
      const edit = { actorId: currentUser(request).id, id: request.params.id, basedOn };
      const expert = await changeExpert(runtime, edit, request.body);
      setRevision(reply, expert.revision);
      return { expert };
    },
  );

  app.get(
    '/api/experts/:id',
    { ...guard, schema: { params: idParams, response: replies(oneExpertReply) } },
    async (request, reply) => {
      const row = await getExpert(runtime.db, request.params.id);
      setRevision(reply, row.revision);
      return { expert: toExpert(runtime, row) };
    },
  );

  app.put(
    '/api/experts/:id/archived',
    {
      ...guard,
      schema: {
        summary: 'Archives an expert, which pauses it, or restores it',
        params: idParams,
        body: archiveRequest,
        response: replies(oneExpertReply),
      },
    },
    async (request, reply) => {
      const change = { ...request.body, id: request.params.id };
      const expert = await archiveExpert(runtime, currentUser(request).id, change);
      setRevision(reply, expert.revision);
      return { expert };
    },
  );

  app.get(
    '/api/experts/:id/versions',
    {
      ...guard,
      schema: {
        params: idParams,
        querystring: pageQuery,
        response: replies(expertVersionsReply),
      },
    },
    async (request) => {
      const { cursor, limit } = request.query;
      const before = cursor ? parseSeqCursor(cursor) : null;
      const found = await listHistory(runtime, request.params.id, { before, limit });
      const { page, last } = pageOf(found, limit);
      return { versions: page, nextCursor: last && writeSeqCursor(last.version) };
    },
  );

  app.post(
    '/api/experts/:id/versions/:version/restore',
    {
      ...guard,
      schema: { params: expertVersionParams, response: replies(restoredVersionReply) },
    },
    async (request) => restoreVersion(runtime, currentUser(request).id, request.params),
  );

  await app.register(async (uploads: Api) => {
    await acceptUploads(uploads);
    uploads.post(
      '/api/experts/:id/upload-image',
      {
        ...guard,
        schema: {
          params: idParams,
          consumes: ['multipart/form-data'],
          body: uploadImageForm,
          response: replies(oneExpertReply),
        },
      },
      async (request) => {
        const image = await readUpload(request, 'image');
        await checkAgain(runtime, request);
        const actorId = currentUser(request).id;
        return { expert: await changeExpertImage(runtime, actorId, request.params.id, image) };
      },
    );
  });

  app.get(
    '/api/experts/public',
    { ...forUsers(runtime), schema: { response: replies(publicExpertsReply) } },
    async (request) => ({
      experts: await listForUser(runtime, {
        user: currentUser(request),
        hostname: request.hostname,
      }),
    }),
  );
}
