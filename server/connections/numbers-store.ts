import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUsers } from '#server/db/locks.ts';
import { connections, threads, users } from '#server/db/schema.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { passMarksOn } from './marks-store.ts';

type Address = { userId: string; handle: string };

/** Ignores a long silent number: its new owner may claim it. */
export async function isVerifiedByAnother(
  db: Database,
  { handle, userId }: { handle: string; userId: string | null },
  now: Date,
): Promise<boolean> {
  const [holder] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.phoneNumber, handle),
        isNotNull(users.phoneVerifiedAt),
        userId ? ne(users.id, userId) : undefined,
      ),
    );
  return holder !== undefined && !(await isSilent(db, { userId: holder.id, handle }, now));
}

/** Whether the address would have to leave another account if its phone named `userId`. */
export async function isHeldByAnother(db: Database, { userId, handle }: Address): Promise<boolean> {
  const isVerified = and(eq(users.phoneNumber, handle), isNotNull(users.phoneVerifiedAt));
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(
      connections,
      and(
        eq(connections.userId, users.id),
        eq(connections.handle, handle),
        isNotNull(connections.activatedAt),
      ),
    )
    .where(and(ne(users.id, userId), or(isVerified, isNotNull(connections.id))))
    .limit(1);
  return row !== undefined;
}

/** Locks every account that a text from this address may change. The caller has locked the address's threads. */
export async function lockHolders(tx: Database, { userId, handle }: Address): Promise<void> {
  const connection = tx
    .select({ one: sql`1` })
    .from(connections)
    .where(and(eq(connections.userId, users.id), eq(connections.handle, handle)));
  const thread = tx
    .select({ one: sql`1` })
    .from(threads)
    .where(and(eq(threads.userId, users.id), eq(threads.handle, handle), threads.isCurrent));
  const holders = or(
    eq(users.id, userId),
    eq(users.phoneNumber, handle),
    exists(connection),
    exists(thread),
  );
  await lockUsers(tx, holders);
}

/**
 * The phone has just said whose it is. Other accounts keep their history, and their next visit says why. The caller has
 * locked the accounts.
 */
export async function takeAddress(
  tx: Database,
  { userId, handle, now }: Address & { now: Date },
): Promise<void> {
  const isOthers = and(ne(connections.userId, userId), eq(connections.handle, handle));
  const ended = await tx
    .delete(connections)
    .where(isOthers)
    .returning({ userId: connections.userId, activatedAt: connections.activatedAt });
  const left = await tx
    .update(threads)
    .set({ isCurrent: false })
    .where(and(eq(threads.handle, handle), ne(threads.userId, userId), threads.isCurrent))
    .returning();
  await passMarksOn(tx, left, now);
  const connected = ended.filter(({ activatedAt }) => activatedAt !== null);
  const losers = [...connected, ...left].flatMap((row) => row.userId ?? []);
  if (losers.length > 0) {
    await tx.update(users).set({ phoneLoss: 'moved' }).where(inArray(users.id, losers));
  }
  await tx
    .update(users)
    .set({
      phoneNumber: null,
      phoneVerifiedAt: null,
      phoneLoss: sql`case when ${users.phoneVerifiedAt} is null then 'claimed' else 'moved' end`,
    })
    .where(and(eq(users.phoneNumber, handle), ne(users.id, userId)));
}

/** The account keeps the threads as records. The caller has locked the number's threads and the account. */
export async function releaseNumber(tx: Database, { userId, handle }: Address): Promise<void> {
  await tx
    .delete(connections)
    .where(and(eq(connections.userId, userId), eq(connections.handle, handle)));
  await tx
    .update(threads)
    .set({ isCurrent: false })
    .where(and(eq(threads.userId, userId), eq(threads.handle, handle)));
}
