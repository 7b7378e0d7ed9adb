import { recordChange } from '#server/audit/store.ts';
import { addDays, startOfDay } from '#server/calendar.ts';
import { forbidden } from '#server/errors.ts';
import { writeFromDashboard } from '#server/pipeline/from-dashboard.ts';
import { replayMessage } from '#server/pipeline/replaying.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ThreadsQuery } from '#shared/api/threads.ts';
import {
  getMessage,
  getThreadFor,
  type MessageRow,
  type Reader,
  type ThreadFilter,
  updateTitle,
} from './store.ts';

/**
 * What a list of threads is narrowed to, if to anything.
 * @throws {AppError} 403 for users: what a filter finds tells how their messages were judged and answered.
 */
export function filterFor(
  reader: Reader,
  { expertId, with: kind, from, to, timeZone }: Omit<ThreadsQuery, 'cursor' | 'limit'>,
): ThreadFilter | undefined {
  if (!expertId && !kind && !from) return undefined;
  if (reader.role !== 'ADMIN') throw forbidden('You need admin access to filter conversations.');
  const within =
    from && to
      ? { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) }
      : undefined;
  return { expertId, kind, within };
}

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
  const id = await writeFromDashboard(runtime, { user, threadId, body });
  return getMessage(runtime.db, thread, id);
}

/** A failed message on its way again; see `replayMessage`. */
export async function replayFor(
  runtime: Runtime,
  admin: Reader,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<MessageRow> {
  const thread = await getThreadFor(runtime.db, admin, threadId);
  await replayMessage(runtime, { actorId: admin.id, threadId, messageId });
  return getMessage(runtime.db, thread, messageId);
}
