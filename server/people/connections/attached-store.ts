import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, type UserRow, users } from '#server/db/schema.ts';
import { noPendingNumber, unprovedNumber } from './number-change.ts';
import { listHolders, releaseNumber } from './numbers-store.ts';

/** Numbers and handles that proved themselves for the account since then, and a number that is only claimed. */
export async function listAttachedSince(
  db: Database,
  { id, phoneNumber, phoneVerifiedAt, phoneAttachedAt }: UserRow,
  since: Date,
): Promise<string[]> {
  const isTheirs = and(eq(connections.userId, id), isNotNull(connections.handle));
  const rows = await db
    .select({ handle: connections.handle })
    .from(connections)
    .where(and(isTheirs, gte(connections.activatedAt, since)));
  const isNew = phoneVerifiedAt === null || (phoneAttachedAt !== null && phoneAttachedAt >= since);
  const handles = [...rows.map(({ handle }) => handle), isNew ? phoneNumber : null];
  return [...new Set(handles.flatMap((handle) => handle ?? []))];
}

type Address = { userId: string; handle: string };

export async function isAttached(db: Database, { userId, handle }: Address): Promise<boolean> {
  return (await listHolders(db, handle)).includes(userId);
}

/** Also ends every question that waits for an answer. The caller has locked the handles' threads and the account. */
export async function detachHandles(
  tx: Database,
  { id: userId, phoneNumber }: UserRow,
  handles: string[],
): Promise<void> {
  for (const handle of handles) await releaseNumber(tx, { userId, handle });
  const isOwn = phoneNumber !== null && handles.includes(phoneNumber);
  const number = isOwn ? { phoneNumber: null, phoneLoss: null, ...unprovedNumber } : {};
  await tx
    .update(users)
    .set({ ...number, ...noPendingNumber })
    .where(eq(users.id, userId));
  const isPending = and(eq(connections.userId, userId), eq(connections.state, 'pending'));
  await tx.delete(connections).where(and(isPending, isNull(connections.activatedAt)));
  await tx.update(connections).set({ askedAt: null }).where(isPending);
}
