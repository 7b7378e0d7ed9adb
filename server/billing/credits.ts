import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { creditEntries, trialClaims, users } from '#server/db/schema.ts';
import { trialMessages } from '#shared/limits.ts';

/**
 * Gives the free trial: once per phone ever.
 * @returns false when the phone has had it; nothing is changed then.
 */
export async function grantTrial(
  tx: Database,
  { userId, phoneNumber }: { userId: string; phoneNumber: string },
): Promise<boolean> {
  const claimed = await tx
    .insert(trialClaims)
    .values({ phoneNumber, userId })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) return false;
  await tx.insert(creditEntries).values({
    userId,
    kind: 'grant',
    grantedDelta: trialMessages,
    reason: 'Free trial',
  });
  await tx
    .update(users)
    .set({ paidMessages: sql`${users.paidMessages} + ${trialMessages}` })
    .where(eq(users.id, userId));
  return true;
}

/** Whether a reply may be given: subscribed, or a credit left. Reads only; the reply itself spends. */
export async function hasCredit(db: Database, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        or(gt(users.subExpiration, now), lt(users.messageCount, users.paidMessages)),
      ),
    );
  return row !== undefined;
}

/**
 * Spends one credit for the reply to a message, in the reply's own transaction. One conditional
 * update, so the last credit can't be spent twice; a subscriber's message is free.
 * @returns false when none is left; nothing is changed then.
 */
export async function spendCredit(
  tx: Database,
  { userId, messageId, now }: { userId: string; messageId: string; now: Date },
): Promise<boolean> {
  const [subscriber] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.subExpiration, now)));
  if (subscriber) return true;
  const spent = await tx
    .update(users)
    .set({ messageCount: sql`${users.messageCount} + 1` })
    .where(and(eq(users.id, userId), lt(users.messageCount, users.paidMessages)))
    .returning({ id: users.id });
  if (spent.length === 0) return false;
  await tx
    .insert(creditEntries)
    .values({ userId, kind: 'spend', usedDelta: 1, messageId, reason: 'Reply' });
  return true;
}

/** Gives back what the reply to a message cost, once; a message that cost nothing changes nothing. */
export async function giveCreditBack(
  tx: Database,
  { messageId, reason }: { messageId: string; reason: string },
): Promise<void> {
  const [spend] = await tx
    .select({ userId: creditEntries.userId })
    .from(creditEntries)
    .where(and(eq(creditEntries.messageId, messageId), eq(creditEntries.kind, 'spend')));
  if (!spend) return;
  const given = await tx
    .insert(creditEntries)
    .values({ userId: spend.userId, kind: 'give_back', usedDelta: -1, messageId, reason })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id });
  if (given.length === 0) return;
  await tx
    .update(users)
    .set({ messageCount: sql`${users.messageCount} - 1` })
    .where(eq(users.id, spend.userId));
}
