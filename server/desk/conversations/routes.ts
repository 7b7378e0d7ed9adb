import { z } from 'zod';
import { currentReader, forStaff, forUsers } from '#server/access/guard.ts';
import { notFound } from '#server/errors.ts';
import { type Api, editReplies, failures, replies } from '#server/http/api.ts';
import { pageOf, writeSeqCursor } from '#server/http/pages.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import { readRevision, setRevision } from '#server/http/revisions.ts';
import { findPicture } from '#server/messages/attachments-store.ts';
import { readPicture } from '#server/messages/pictures.ts';
import type { Runtime } from '#server/runtime.ts';
import { editHeaders, idParams } from '#shared/api/common.ts';
import {
  attachmentParams,
  messageParams,
  messagesQuery,
  messagesReply,
  oneMessageReply,
  postMessageRequest,
} from '#shared/api/messages.ts';
import {
  failuresReply,
  failuresRequest,
  threadCountsQuery,
  threadCountsReply,
  threadExpertsReply,
  threadsQuery,
} from '#shared/api/thread-filters.ts';
import { oneThreadReply, threadReply, threadsReply, titleRequest } from '#shared/api/threads.ts';
import { listNotes } from '../notes/store.ts';
import { toNote } from '../notes/views.ts';
import { countStates } from './counts.ts';
import { parseThreadCursor, writeThreadCursor } from './cursors.ts';
import { settleFailures } from './failures.ts';
import { readMessages } from './message-pages.ts';
import { filterFor, renameThread, replayFor, toFilter, writeMessage } from './service.ts';
import { getThreadFor, listThreadExperts, listThreadsFor } from './store.ts';
import { listThreadEvents } from './thread-events-store.ts';
import { toMessage, toThread, toThreadEvent } from './views.ts';

export async function threadRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);

  app.get(
    '/api/threads',
    { ...guard, schema: { querystring: threadsQuery, response: replies(threadsReply) } },
    async (request) => {
      const reader = currentReader(request);
      const { cursor, limit, ...wanted } = request.query;
      const after = cursor ? parseThreadCursor(cursor) : null;
      const filter = filterFor(runtime, reader, wanted);
      const found = await listThreadsFor(runtime.db, reader, { after, limit: limit + 1, filter });
      const { page, last } = pageOf(found, limit);
      return {
        threads: page.map((view) => toThread(reader, view)),
        nextCursor: last && writeThreadCursor(last),
      };
    },
  );

  app.get(
    '/api/threads/counts',
    {
      ...forStaff(runtime, 'count conversations'),
      schema: {
        summary: 'How many conversations are in each state',
        querystring: threadCountsQuery,
        response: replies(threadCountsReply),
      },
    },
    async (request) => {
      const asked = { now: runtime.clock.now(), readerId: currentReader(request).id };
      const filter = toFilter(request.query, asked);
      return { counts: await countStates(runtime.db, filter) };
    },
  );

  app.get(
    '/api/threads/experts',
    {
      ...forStaff(runtime, 'narrow conversations to an expert'),
      schema: {
        summary: 'The experts that conversations can be narrowed to',
        response: replies(threadExpertsReply),
      },
    },
    async () => ({ experts: await listThreadExperts(runtime.db) }),
  );

  app.post(
    '/api/threads/failures',
    {
      ...forStaff(runtime, 'deal with failures'),
      config: limitByAccount('writeMessage'),
      schema: {
        summary:
          'Sends or answers what has failed again, or dismisses it, in up to 200 conversations',
        body: failuresRequest,
        response: replies(failuresReply),
      },
    },
    async (request) => settleFailures(runtime, currentReader(request).id, request.body),
  );

  app.put(
    '/api/threads/:id/title',
    {
      ...guard,
      schema: {
        params: idParams,
        headers: editHeaders,
        body: titleRequest,
        response: editReplies(oneThreadReply, threadReply),
      },
    },
    async (request, reply) => {
      const reader = currentReader(request);
      const threadId = request.params.id;
      const basedOn = readRevision(request.headers['if-match']);
      await renameThread(runtime, reader, { threadId, title: request.body.title, basedOn });
      const thread = await getThreadFor(runtime.db, reader, threadId);
      setRevision(reply, thread.titleRevision);
      return { thread: toThread(reader, thread) };
    },
  );

  app.get(
    '/api/threads/:id/messages',
    {
      ...guard,
      schema: { params: idParams, querystring: messagesQuery, response: replies(messagesReply) },
    },
    async (request) => {
      const reader = currentReader(request);
      const thread = await getThreadFor(runtime.db, reader, request.params.id);
      const isForPerson = !reader.isStaff;
      const scope = { thread, isForPerson };
      const { page, older, newer } = await readMessages(runtime.db, scope, request.query);
      const isFirstPage = !request.query.cursor && !request.query.newer;
      const isWhole = reader.isStaff && isFirstPage;
      const notes = isWhole ? await listNotes(runtime.db, thread.id) : null;
      const events = isWhole ? await listThreadEvents(runtime.db, thread.id) : null;
      return {
        thread: toThread(reader, thread),
        messages: page.map((row) => toMessage(reader, row)),
        nextCursor: older && writeSeqCursor(older.seq),
        ...(newer && { newerCursor: writeSeqCursor(newer.seq) }),
        ...(notes && { notes: notes.map(toNote) }),
        ...(events && { events: events.map(toThreadEvent) }),
      };
    },
  );

  app.get(
    '/api/threads/:id/attachments/:attachmentId',
    {
      ...guard,
      config: { waitsOutside: true },
      schema: {
        params: attachmentParams,
        response: {
          200: { description: 'A picture.', content: { 'image/webp': { schema: z.any() } } },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { id, attachmentId } = request.params;
      const thread = await getThreadFor(runtime.db, currentReader(request), id);
      const row = await findPicture(runtime.db, thread.id, attachmentId);
      const picture = row && (await readPicture(runtime, row));
      if (!picture) throw notFound('Picture');
      return reply.type('image/webp').send(picture);
    },
  );

  app.post(
    '/api/threads/:id/messages',
    {
      ...guard,
      config: limitByAccount('writeMessage'),
      schema: { params: idParams, body: postMessageRequest, response: replies(oneMessageReply) },
    },
    async (request) => {
      const user = currentReader(request);
      const draft = { threadId: request.params.id, ...request.body };
      return { message: toMessage(user, await writeMessage(runtime, user, draft)) };
    },
  );

  app.post(
    '/api/threads/:id/messages/:messageId/replay',
    {
      ...forStaff(runtime, 'try messages again'),
      config: limitByAccount('writeMessage'),
      schema: { params: messageParams, response: replies(oneMessageReply) },
    },
    async (request) => {
      const user = currentReader(request);
      const { id: threadId, messageId } = request.params;
      const message = await replayFor(runtime, user, { threadId, messageId });
      return { message: toMessage(user, message) };
    },
  );
}
