import { and, eq } from 'drizzle-orm';
import { type ThreadRow, threads, type UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { unprocessable } from '#server/errors.ts';
import { addOptOutOfAll } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * A STOPALL for each phone and handle of the account. Only a START from the phone itself lifts it again.
 * @throws {AppError} 422 where no phone is connected.
 */
export async function stopTexts({ db, changes }: Runtime, { id: userId }: UserRow): Promise<void> {
  const own = await transact(db, async (tx) => {
    const isOwn = and(eq(threads.userId, userId), eq(threads.isCurrent, true));
    const found: Pick<ThreadRow, 'id' | 'handle'>[] = await tx
      .select({ id: threads.id, handle: threads.handle })
      .from(threads)
      .where(isOwn);
    const handles = new Set(found.map(({ handle }) => handle));
    for (const handle of [...handles].sort()) await addOptOutOfAll(tx, handle);
    return found;
  });
  if (own.length === 0) throw unprocessable('No expert texts you, because no phone is connected.');
  for (const { id: threadId } of own) changes.publish({ type: 'thread', threadId, userId });
}
