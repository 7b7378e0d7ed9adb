import { and, eq, sql } from 'drizzle-orm';
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

type Account = { messageCount: number; paidMessages: number; subExpiration: Date | null };

/** Whether a reply may be given: subscribed, or a credit left. */
export function hasCredit(
  { messageCount, paidMessages, subExpiration }: Account,
  now: Date,
): boolean {
  return (subExpiration !== null && subExpiration > now) || messageCount < paidMessages;
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
