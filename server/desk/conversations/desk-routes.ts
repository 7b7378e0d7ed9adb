import { currentReader, forStaff, type Reader } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { gesturesReply, gesturesRequest } from '#shared/api/thread-gestures.ts';
import {
  assigneesReply,
  assignRequest,
  oneThreadReply,
  resolveRequest,
  seenRequest,
} from '#shared/api/threads.ts';
import { assignThread, clearStatedAge, resolveThread } from './assignment.ts';
import { gestureOnMany } from './gestures.ts';
import { markSeenUpTo } from './seen-store.ts';
import { getThreadFor, listAssignees } from './store.ts';
import { toColleague, toThread } from './views.ts';

export async function deskRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/threads/assignees',
    {
      ...forStaff(runtime, 'see the team'),
      schema: {
        summary: 'Who conversations can be assigned to',
        response: replies(assigneesReply),
      },
    },
    async () => ({ assignees: (await listAssignees(runtime.db)).map(toColleague) }),
  );

  app.put(
    '/api/threads/:id/assignee',
    {
      ...forStaff(runtime, 'assign conversations'),
      schema: {
        summary: 'Assigns a conversation, unless another one was assigned meanwhile',
        params: idParams,
        body: assignRequest,
        response: replies(oneThreadReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const threadId = request.params.id;
      await assignThread(runtime, reader, { threadId, ...request.body });
      return readThread(reader, threadId);
    },
  );

  app.put(
    '/api/threads/:id/resolved',
    {
      ...forStaff(runtime, 'resolve conversations'),
      schema: {
        summary: 'Marks a conversation as done, or opens it again',
        params: idParams,
        body: resolveRequest,
        response: replies(oneThreadReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const threadId = request.params.id;
      await resolveThread(runtime, reader, { threadId, ...request.body });
      return readThread(reader, threadId);
    },
  );

  app.post(
    '/api/threads/gestures',
    {
      ...forStaff(runtime, 'change several conversations'),
      config: limitByAccount('writeMessage'),
      schema: {
        summary: 'Resolves or assigns up to 200 conversations, or undoes that',
        body: gesturesRequest,
        response: replies(gesturesReply),
      },
    },
    (request) => gestureOnMany(runtime, currentReader(request), request.body),
  );

  app.delete(
    '/api/threads/:id/minor',
    {
      ...forStaff(runtime, 'correct ages'),
      schema: {
        summary: 'Clears a stated age under 18 that was a mistake',
        params: idParams,
        response: replies(oneThreadReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      await clearStatedAge(runtime, reader, request.params.id);
      return readThread(reader, request.params.id);
    },
  );

  app.put(
    '/api/threads/:id/seen',
    {
      ...forStaff(runtime, 'mark conversations as seen'),
      schema: {
        summary: 'The reader has seen a conversation up to a message; never takes back more',
        params: idParams,
        body: seenRequest,
        response: replies(okReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const { id: threadId } = await getThreadFor(runtime.db, reader, request.params.id);
      await markSeenUpTo(runtime.db, { userId: reader.id, threadId, ...request.body });
      return { ok: true } as const;
    },
  );

  async function readThread(reader: Reader, threadId: string) {
    return { thread: toThread(reader, await getThreadFor(runtime.db, reader, threadId)) };
  }
}
