import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUsers } from '#server/db/locks.ts';
import { connections, threads, users } from '#server/db/schema.ts';
import { conflict } from '#server/errors.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { isInHand, passMarksOn } from './marks-store.ts';
import { noPendingNumber, unprovedNumber } from './number-change.ts';

type Address = { userId: string; handle: string };

/** Between the read of the account and its lock. */
export const numberChanged = () =>
  conflict('Your phone number has just changed. Please try again.');

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
  // As much work without a holder: the time must not tell that a silent account has the number.
  const silent = await isSilent(db, { userId: holder?.id ?? noAccount, handle }, now);
  return holder !== undefined && !silent;
}

const noAccount = '00000000-0000-0000-0000-000000000000';

/** Whether the address would have to leave another account if its phone named `userId`. */
export async function isUsedByAnother(db: Database, address: Address): Promise<boolean> {
  return (await listOtherHolders(db, address)).length > 0;
}

/** Accounts that the address has proved itself for. A connection that moved on has left it a conversation. */
export async function listHolders(db: Database, handle: string): Promise<string[]> {
  const isActive = and(eq(connections.handle, handle), isNotNull(connections.activatedAt));
  const connected = db.select({ id: connections.userId }).from(connections).where(isActive);
  const isTalking = and(eq(threads.handle, handle), threads.isCurrent, isNotNull(threads.userId));
  const talking = db.select({ id: threads.userId }).from(threads).where(isTalking);
  const isVerified = and(eq(users.phoneNumber, handle), isNotNull(users.phoneVerifiedAt));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(or(isVerified, inArray(users.id, connected), inArray(users.id, talking)));
  return rows.map(({ id }) => id);
}

async function listOtherHolders(db: Database, { userId, handle }: Address): Promise<string[]> {
  return (await listHolders(db, handle)).filter((id) => id !== userId);
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
    eq(users.pendingPhoneNumber, handle),
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
      ...noPendingNumber,
      phoneNumber: null,
      ...unprovedNumber,
      phoneLoss: sql`case when ${users.phoneVerifiedAt} is null then 'claimed' else 'moved' end`,
    })
    .where(and(eq(users.phoneNumber, handle), ne(users.id, userId)));
  await tx
    .update(users)
    .set({ ...noPendingNumber, phoneLoss: 'claimed' })
    .where(and(eq(users.pendingPhoneNumber, handle), ne(users.id, userId)));
}

/**
 * The account keeps the threads as records; what a person from the team has in hand goes on with the phone. The caller has
 * locked the number's threads and the account.
 */
export async function releaseNumber(
  tx: Database,
  { userId, handle, now }: Address & { now: Date },
): Promise<void> {
  await tx
    .delete(connections)
    .where(and(eq(connections.userId, userId), eq(connections.handle, handle)));
  const left = await tx
    .update(threads)
    .set({ isCurrent: false })
    .where(and(eq(threads.userId, userId), eq(threads.handle, handle), threads.isCurrent))
    .returning();
  await passMarksOn(tx, left.filter(isInHand), now);
}
