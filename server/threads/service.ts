import { recordChange } from '#server/audit/store.ts';
import { unprocessable } from '#server/errors.ts';
import { writeFromDashboard } from '#server/pipeline/from-dashboard.ts';
import type { Runtime } from '#server/runtime.ts';
import { getMessage, getThreadFor, type MessageRow, type Reader, updateTitle } from './store.ts';

/** Names a thread; an admin's change of somebody's title is remembered. */
export async function renameThread(
  { db, clock, changes }: Runtime,
  reader: Reader,
  { threadId, title }: { threadId: string; title: string },
): Promise<void> {
  const thread = await getThreadFor(db, reader, threadId);
  await db.transaction(async (tx) => {
    await updateTitle(tx, thread, title);
    if (reader.role !== 'ADMIN') return;
    await recordChange(tx, {
      actorId: reader.id,
      action: 'thread.rename',
      entity: 'thread',
      entityId: threadId,
      before: { title: thread.title },
      after: { title },
      now: clock.now(),
    });
  });
  changes.publish({ type: 'thread', threadId, userId: thread.userId });
}

/**
 * A text written on the dashboard, stored and on its way.
 * @throws {AppError} 404 for a thread that isn't the writer's, 422 for one that is a record only.
 */
export async function writeMessage(
  runtime: Runtime,
  user: Reader,
  { threadId, body }: { threadId: string; body: string },
): Promise<MessageRow> {
  const thread = await getThreadFor(runtime.db, user, threadId);
  if (!thread.isCurrent) {
    throw unprocessable('This conversation has ended, because its phone number has changed.');
  }
  const id = await writeFromDashboard(runtime, { user, threadId, body });
  return getMessage(runtime.db, thread, id);
}
