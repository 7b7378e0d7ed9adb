import type { Reader } from '#server/access/guard.ts';
import { lockThread } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { notFound, outdated } from '#server/errors.ts';
import { deleteTyped, findTyped, saveTyped } from '#server/messages/typed-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { TypedText } from '#shared/api/typed.ts';
import { getThreadFor } from './store.ts';

/** @throws {AppError} 404, also if the person is erased meanwhile; 409 with what another page has saved since. */
export async function keepTyped(
  { db }: Runtime,
  reader: Reader,
  { threadId, body, basedOn }: { threadId: string; body: string; basedOn: string | null },
): Promise<TypedText | null> {
  await getThreadFor(db, reader, threadId);
  const place = { userId: reader.id, threadId };
  return transact(db, async (tx) => {
    const { erasedAt } = await lockThread(tx, threadId);
    if (erasedAt) throw notFound('Conversation');
    const typed = await findTyped(tx, place);
    if ((typed?.revision ?? null) !== basedOn) {
      throw outdated('Another page of yours has changed this since.', { typed });
    }
    if (body.trim() !== '') return saveTyped(tx, place, body);
    await deleteTyped(tx, place);
    return null;
  });
}
