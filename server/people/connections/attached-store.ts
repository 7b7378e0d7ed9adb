import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, threads, type UserRow, users } from '#server/db/schema.ts';
import { noPendingNumber, unprovedNumber } from './number-change.ts';
import { listHolders, releaseNumber } from './numbers-store.ts';

/**
 * Numbers and handles of which nothing shows that they proved themselves for the account before: a connection that moved on
 * takes its date along, and the phone that it left keeps its conversation. Also a number that is only claimed.
 */
export async function listAttachedSince(
  db: Database,
  { id, phoneNumber, phoneVerifiedAt, phoneAttachedAt }: UserRow,
  since: Date,
): Promise<string[]> {
  const isTheirs = and(eq(connections.userId, id), isNotNull(connections.activatedAt));
  const connected = await db
    .select({ handle: connections.handle, activatedAt: connections.activatedAt })
    .from(connections)
    .where(isTheirs);
  const talking = await db
    .select({ handle: threads.handle })
    .from(threads)
    .where(and(eq(threads.userId, id), threads.isCurrent));
  const isNew = phoneVerifiedAt === null || (phoneAttachedAt !== null && phoneAttachedAt >= since);
  const earlier = connected.filter(({ activatedAt }) => activatedAt && activatedAt < since);
  const kept = new Set([...earlier.map(({ handle }) => handle), isNew ? null : phoneNumber]);
  const all = new Set([phoneNumber, ...[...connected, ...talking].map(({ handle }) => handle)]);
  return [...all].flatMap((handle) => (handle && !kept.has(handle) ? handle : []));
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
  now: Date,
): Promise<void> {
  for (const handle of handles) await releaseNumber(tx, { userId, handle, now });
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
