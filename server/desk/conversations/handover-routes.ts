import { currentReader, forStaff, type Reader } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import { endFalseAlarm, returnThread, takeThread } from '#server/journey/handover/handover.ts';
import { undoGesture } from '#server/journey/handover/undo.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import { messageParams, oneMessageReply } from '#shared/api/messages.ts';
import { falseAlarmRequest, oneThreadReply, returnRequest } from '#shared/api/threads.ts';
import { discardDraft, sendDraftFor } from './service.ts';
import { getThreadFor } from './store.ts';
import { toMessage, toThread } from './views.ts';

export async function handoverRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.post(
    '/api/threads/:id/take',
    {
      ...forStaff(runtime, 'take conversations over'),
      schema: {
        summary: 'Takes a conversation over from the AI',
        params: idParams,
        response: replies(oneThreadReply),
      },
    },
    (request) =>
      changeThread(currentReader(request), request.params.id, (handover) =>
        takeThread(runtime, handover),
      ),
  );

  app.post(
    '/api/threads/:id/return',
    {
      ...forStaff(runtime, 'return conversations'),
      schema: {
        summary:
          'Returns a conversation to the AI, which answers all that is held, unless asked otherwise',
        params: idParams,
        body: returnRequest.nullish(),
        response: replies(oneThreadReply),
      },
    },
    (request) =>
      changeThread(currentReader(request), request.params.id, (handover) =>
        returnThread(runtime, handover, request.body ?? { answer: 'all' }),
      ),
  );

  app.post(
    '/api/threads/:id/false-alarm',
    {
      ...forStaff(runtime, 'end false alarms'),
      schema: {
        summary: 'Counts a crisis as a false alarm, and returns its conversation to the AI',
        params: idParams,
        body: falseAlarmRequest.nullish(),
        response: replies(oneThreadReply),
      },
    },
    (request) =>
      changeThread(currentReader(request), request.params.id, (handover) =>
        endFalseAlarm(runtime, handover, request.body ?? {}),
      ),
  );

  app.post(
    '/api/threads/:id/undo',
    {
      ...forStaff(runtime, 'undo what they did'),
      schema: {
        summary:
          "Takes back the caller's last take, return, resolve or assignment of the last minute",
        params: idParams,
        response: replies(oneThreadReply),
      },
    },
    (request) =>
      changeThread(currentReader(request), request.params.id, (gesture) =>
        undoGesture(runtime, gesture),
      ),
  );

  app.post(
    '/api/threads/:id/messages/:messageId/draft/send',
    {
      ...forStaff(runtime, 'send drafts'),
      config: limitByAccount('writeMessage'),
      schema: {
        summary: 'Sends what the AI would have answered, as the expert',
        params: messageParams,
        response: replies(oneMessageReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const { id: threadId, messageId } = request.params;
      const message = await sendDraftFor(runtime, reader, { threadId, messageId });
      return { message: toMessage(reader, message) };
    },
  );

  app.delete(
    '/api/threads/:id/messages/:messageId/draft',
    {
      ...forStaff(runtime, 'discard drafts'),
      schema: {
        summary: 'Discards what the AI would have answered',
        params: messageParams,
        response: replies(oneMessageReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const { id: threadId, messageId } = request.params;
      const message = await discardDraft(runtime, reader, { threadId, messageId });
      return { message: toMessage(reader, message) };
    },
  );

  /** @throws {AppError} 404 */
  async function changeThread(
    reader: Reader,
    threadId: string,
    change: (handover: { actorId: string; threadId: string }) => Promise<void>,
  ) {
    await getThreadFor(runtime.db, reader, threadId);
    await change({ actorId: reader.id, threadId });
    return { thread: toThread(reader, await getThreadFor(runtime.db, reader, threadId)) };
  }
}
