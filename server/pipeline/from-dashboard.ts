import { countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import {
  addWebMessage,
  clearHumanWanted,
  lockThread,
  type ThreadRow,
} from '#server/messages/inbound-store.ts';
import { addOutbound } from '#server/messages/outbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { reachableExpert, refuseIfEnded } from './reachable.ts';

type Writer = { id: string; role: 'ADMIN' | 'USER' };
type Draft = { user: Writer; threadId: string; body: string };

/**
 * A text written on the dashboard. A user's joins the journey like one from the phone, and its answer
 * is shown there; an admin's goes out to the phone as the expert.
 * @param draft the caller has made sure that the writer may see the thread.
 * @throws {AppError} 422 for a thread that is a record only, or whose person has opted out.
 * @returns the id of the stored message.
 */
export async function writeFromDashboard(runtime: Runtime, draft: Draft): Promise<string> {
  const { user, threadId } = draft;
  const isAdmin = user.role === 'ADMIN';
  const { id, userId } = await runtime.db.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId);
    refuseIfEnded(thread);
    const id = isAdmin
      ? await sendAsExpert(runtime, tx, thread, draft)
      : await ask(runtime, tx, draft);
    return { id, userId: thread.userId };
  });
  runtime.queue.poke(isAdmin ? 'deliver-reply' : 'answer-message');
  runtime.changes.publish({ type: 'thread', threadId, userId });
  return id;
}

async function ask({ clock, queue }: Runtime, tx: Database, { threadId, body }: Draft) {
  const id = await addWebMessage(tx, { threadId, body, now: clock.now() });
  await queue.enqueue(tx, 'answer-message', [{ threadId }]);
  return id;
}

async function sendAsExpert(runtime: Runtime, tx: Database, thread: ThreadRow, { body }: Draft) {
  const { expert } = await reachableExpert(runtime, tx, thread);
  const id = await addOutbound(tx, {
    threadId: thread.id,
    origin: 'admin',
    body,
    // What a human wrote goes out as it stands, in one piece.
    parts: [body],
    segments: countSegments(expert.channel, [body]),
    now: runtime.clock.now(),
  });
  if (thread.humanWantedAt) await clearHumanWanted(tx, thread.id);
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return id;
}
