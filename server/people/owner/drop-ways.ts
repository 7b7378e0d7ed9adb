import { and, eq, gt, isNotNull, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { NewUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { connections, threads, type UserRow } from '#server/db/schema.ts';
import { noPendingNumber, unprovedNumber } from '../connections/number-change.ts';

/** What the person has just read: a mail, or a text to the account's number. */
export type Proof = 'mail' | 'text';

/** A number from before may be of who signed up first, with another person's email. */
export function hasNumberSinceMailbox(user: UserRow): boolean {
  const { emailVerifiedAt, phoneVerifiedAt, phoneAttachedAt } = user;
  if (!emailVerifiedAt || !phoneVerifiedAt || !phoneAttachedAt) return false;
  return phoneAttachedAt > emailVerifiedAt;
}

/**
 * A forgotten password is new, so each number and handle goes that was not proved later than what this proof shows, with
 * its connections, and every question that waits. What an unproved mailbox's account wrote stays with its phone: the
 * mailbox's owner never reads it. The caller has locked the person.
 * @returns columns for the account.
 */
export async function dropWays(
  tx: Database,
  user: UserRow,
  proof: Proof,
): Promise<Partial<NewUser>> {
  const { id: userId } = user;
  const keepsNumber =
    proof === 'text' ? user.phoneVerifiedAt !== null : hasNumberSinceMailbox(user);
  const kept = proof === 'text' ? isOfNumber(user) : isSinceMailbox(user, keepsNumber);
  await tx.delete(connections).where(and(eq(connections.userId, userId), not(kept)));
  if (proof === 'mail' && !user.emailVerifiedAt) await returnThreads(tx, userId);
  else await endThreads(tx, userId);
  return { ...(!keepsNumber && { phoneNumber: null, ...unprovedNumber }), ...noPendingNumber };
}

function isOfNumber({ phoneNumber, phoneVerifiedAt }: UserRow): SQL {
  if (!phoneNumber || !phoneVerifiedAt) return sql`false`;
  const isTheirs = and(eq(connections.handle, phoneNumber), isNotNull(connections.activatedAt));
  return sql`coalesce(${isTheirs}, false)`;
}

function isSinceMailbox({ phoneNumber, emailVerifiedAt }: UserRow, keepsNumber: boolean): SQL {
  if (!emailVerifiedAt) return sql`false`;
  const isLater = gt(connections.activatedAt, emailVerifiedAt);
  const isNumber = phoneNumber ? eq(connections.handle, phoneNumber) : sql`false`;
  return sql`coalesce(${and(isLater, or(not(isNumber), keepsNumber ? sql`true` : sql`false`))}, false)`;
}

/** Each is the phone's own again. */
async function returnThreads(tx: Database, userId: string): Promise<void> {
  await tx.update(threads).set({ userId: null }).where(eq(threads.userId, userId));
}

/** The account keeps them as records. */
async function endThreads(tx: Database, userId: string): Promise<void> {
  const connection = tx
    .select({ one: sql`1` })
    .from(connections)
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.expertId, threads.expertId),
        eq(connections.handle, threads.handle),
      ),
    );
  await tx
    .update(threads)
    .set({ isCurrent: false })
    .where(and(eq(threads.userId, userId), threads.isCurrent, notExists(connection)));
}
