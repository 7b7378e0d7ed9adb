import { currentReader, forStaff } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { showWriting } from '#server/journey/answer/show-typing.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import { presenceReply, presenceRequest } from '#shared/api/presence.ts';
import { getThreadFor } from '../conversations/store.ts';

/** WhatsApp shows typing for up to 25 s. */
const repeatTypingMs = 20_000;

export async function presenceRoutes(app: Api, runtime: Runtime): Promise<void> {
  /** When a conversation last showed typing, oldest first. */
  const shownAt = new Map<string, number>();

  app.post(
    '/api/threads/:id/presence',
    {
      ...forStaff(runtime, 'see who works on a conversation'),
      schema: {
        summary:
          'Tells the team that the caller looks at a conversation (for 30 s) or writes in it (for 6 s)',
        params: idParams,
        body: presenceRequest,
        response: replies(presenceReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const { id: threadId, handler } = await getThreadFor(runtime.db, reader, request.params.id);
      const present = runtime.presence.note({ threadId, userId: reader.id, ...request.body });
      const isWriting = handler === 'human' && request.body.doing === 'writing';
      if (isWriting && isTypingDue(threadId)) await showWriting(runtime, threadId);
      return { present: present.filter(({ id }) => id !== reader.id) };
    },
  );

  /** Limits calls to gateways: pages report every key. */
  function isTypingDue(threadId: string): boolean {
    const now = runtime.clock.now().getTime();
    for (const [id, at] of shownAt) {
      if (at > now - repeatTypingMs) break;
      shownAt.delete(id);
    }
    if (shownAt.has(threadId)) return false;
    shownAt.set(threadId, now);
    return true;
  }
}
