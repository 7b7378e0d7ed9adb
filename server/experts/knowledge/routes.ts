import { checkAgain, currentUser, forAdminsAndScripts } from '#server/access/guard.ts';
import { badRequest } from '#server/errors.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { acceptUploads, readForm } from '#server/http/uploads.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import {
  createSourceRequest,
  knowledgeSearchQuery,
  knowledgeSearchReply,
  maxSourceBytes,
  maxSourceTextLength,
  oneSourceReply,
  publishSourceRequest,
  sourceDetailsReply,
  sourceOptions,
  sourceParams,
  sourcesReply,
  updateSourceRequest,
  uploadSourceForm,
} from '#shared/api/knowledge.ts';
import { addSource } from './add-source.ts';
import { searchKnowledge } from './search-service.ts';
import { changeSource, publishSource, readAgain, removeSource, retireSource } from './service.ts';
import { getDetails, listKnowledge } from './show-sources.ts';

/** Room for a pasted text, whose letters may take four bytes, or six once they are escaped. */
const textLimit = { bodyLimit: 6 * maxSourceTextLength };
const sizeMessage = `A document has at most ${maxSourceBytes / 2 ** 20} MB.`;

export async function knowledgeRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdminsAndScripts(runtime, 'manage what experts know');
  const created = { 201: oneSourceReply, ...failures } as const;

  app.get(
    '/api/experts/:id/sources',
    { ...guard, schema: { params: idParams, response: replies(sourcesReply) } },
    async ({ params }) => listKnowledge(runtime, params.id),
  );

  await app.register(async (uploads: Api) => {
    await acceptUploads(uploads, { maxBytes: maxSourceBytes });
    uploads.post(
      '/api/experts/:id/sources',
      {
        ...guard,
        ...textLimit,
        schema: {
          summary: 'Adds a text, a question with its answer, a web page or, as a form, a file',
          params: idParams,
          consumes: ['application/json', 'multipart/form-data'],
          body: createSourceRequest.or(uploadSourceForm),
          response: created,
        },
      },
      async (request, reply) => {
        const { id: expertId } = request.params;
        const file = request.isMultipart() ? await readFile(request) : null;
        if (file) await checkAgain(runtime, request);
        const added = file ?? createSourceRequest.safeParse(request.body).data;
        if (!added)
          throw badRequest('Send a title and a text, a question and an answer, a url, or a file.');
        const who = { actorId: currentUser(request).id, expertId };
        reply.code(201);
        return { source: await addSource(runtime, who, added) };
      },
    );
  });

  app.get(
    '/api/experts/:id/sources/:sourceId',
    { ...guard, schema: { params: sourceParams, response: replies(sourceDetailsReply) } },
    async ({ params }) => getDetails(runtime, toIds(params)),
  );

  app.patch(
    '/api/experts/:id/sources/:sourceId',
    {
      ...guard,
      schema: {
        params: sourceParams,
        body: updateSourceRequest,
        response: replies(oneSourceReply),
      },
    },
    async (request) => ({
      source: await changeSource(runtime, whoOf(request), request.body),
    }),
  );

  const changes = { publish: publishSource, read: readAgain, retire: retireSource };
  for (const [name, change] of Object.entries(changes)) {
    app.post(
      `/api/experts/:id/sources/:sourceId/${name}`,
      {
        ...guard,
        schema: {
          params: sourceParams,
          body: publishSourceRequest,
          response: replies(oneSourceReply),
        },
      },
      async (request) => ({ source: await change(runtime, whoOf(request)) }),
    );
  }

  app.delete(
    '/api/experts/:id/sources/:sourceId',
    { ...guard, schema: { params: sourceParams, response: replies(okReply) } },
    async (request) => {
      await removeSource(runtime, whoOf(request));
      return { ok: true } as const;
    },
  );

  app.get(
    '/api/experts/:id/knowledge/search',
    {
      ...guard,
      schema: {
        summary: 'Which pieces a question would be given',
        params: idParams,
        querystring: knowledgeSearchQuery,
        response: replies(knowledgeSearchReply),
      },
    },
    async ({ params, query }) => searchKnowledge(runtime, params.id, query.q),
  );
}

type SourceRequest = Parameters<typeof currentUser>[0] & {
  params: { id: string; sourceId: string };
};

const toIds = ({ id, sourceId }: SourceRequest['params']) => ({ expertId: id, sourceId });
const whoOf = (request: SourceRequest) => ({
  actorId: currentUser(request).id,
  ...toIds(request.params),
});

/** A form's fields are texts. */
async function readFile(request: Parameters<typeof readForm>[0]) {
  const { fields, ...file } = await readForm(request, 'file', sizeMessage);
  const { isQuotable, ...dates } = fields;
  const parsed = sourceOptions.safeParse({
    ...dates,
    ...(isQuotable && { isQuotable: isQuotable !== 'false' }),
  });
  if (!parsed.success) throw badRequest(parsed.error.issues[0]?.message ?? 'The form is broken.');
  return { ...parsed.data, file };
}
