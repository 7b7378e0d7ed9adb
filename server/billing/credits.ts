import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { creditEntries, users } from '#server/db/schema.ts';
import { trialMessages } from '#shared/limits.ts';
import { paygMessages, plans } from '#shared/plans.ts';
import { claimTrial, type TrialClaimant, type TrialNeeds } from './claims.ts';
import type { PaidInvoice } from './stripe-events.ts';
import type { Money, Returned } from './stripe-objects.ts';

/** @returns false if the person or an address had a trial, even in a deleted account; the caller must roll back. */
export async function grantTrial(
  needs: TrialNeeds,
  tx: Database,
  claimant: TrialClaimant,
  now: Date,
): Promise<boolean> {
  if (!(await claimTrial(needs, tx, claimant, now))) return false;
  return grant(tx, {
    userId: claimant.userId,
    grantedDelta: trialMessages,
    reason: 'Free trial',
    createdAt: now,
  });
}

type Purchase = { userId: string; checkoutSessionId: string };
/** Negative: a refund; null: unknown. */
type Paid = { money: Money | null };
type Why = { reason: string; createdAt: Date };

/** Once per payment, which must be stored already. */
export async function grantPurchase(
  tx: Database,
  { userId, checkoutSessionId, money }: Purchase & Paid,
  now: Date,
): Promise<void> {
  await grant(tx, {
    createdAt: now,
    userId,
    checkoutSessionId,
    ...money,
    grantedDelta: paygMessages,
    reason: plans.payg.name,
  });
}

type Entry = Pick<
  typeof creditEntries.$inferInsert,
  'userId' | 'checkoutSessionId' | 'amount' | 'currency'
> &
  Why & { grantedDelta: number };

async function grant(tx: Database, entry: Entry): Promise<boolean> {
  return (await changeGranted(tx, { ...entry, kind: 'grant' })) !== null;
}

/** Once per invoice. The balance stays, because messages are unlimited. */
export async function recordInvoice(
  tx: Database,
  invoice: PaidInvoice & { userId: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(creditEntries)
    .values({ ...invoice, kind: 'payment', reason: 'Subscription' })
    .onConflictDoNothing();
}

/** `returned` as the history shows it; null for an unknown invoice. */
export async function findInvoice(
  db: Database,
  invoiceId: string,
): Promise<{ userId: string; returned: number } | null> {
  const { userId, kind, amount } = creditEntries;
  const [invoice] = await db
    .select({
      userId,
      returned: sql<number>`coalesce(-sum(${amount}) filter (where ${kind} <> 'payment'), 0)::int`,
    })
    .from(creditEntries)
    .where(eq(creditEntries.invoiceId, invoiceId))
    .groupBy(userId);
  return invoice ?? null;
}

/** The difference to `before` is a further refund, or one that failed at the bank. */
export async function recordReturned(
  tx: Database,
  { invoiceId, amount, currency }: Returned,
  { before, ...payer }: { before: number; userId: string; createdAt: Date },
): Promise<void> {
  if (amount === before) return;
  const change = { ...payer, invoiceId, amount: before - amount, currency };
  const why =
    amount > before
      ? ({ kind: 'refund', reason: 'Subscription refunded' } as const)
      : ({ kind: 'restore', reason: 'Refund failed' } as const);
  await tx.insert(creditEntries).values({ ...change, ...why });
}

/** Used messages stay used. The caller has locked the payer. */
export async function takePurchaseBack(
  tx: Database,
  { userId, checkoutSessionId, money, ...why }: Purchase & Paid & Why,
): Promise<void> {
  const purchase = { userId, checkoutSessionId };
  const { held, left } = await sumPurchase(tx, purchase);
  const taken = Math.min(held, left);
  // Even for 0 messages: the history shows it.
  await changeGranted(tx, { ...purchase, ...money, ...why, kind: 'refund', grantedDelta: -taken });
}

/** After a won dispute or a failed refund. */
export async function restorePurchase(
  tx: Database,
  { userId, checkoutSessionId, money, ...why }: Purchase & Paid & Why,
): Promise<void> {
  const purchase = { userId, checkoutSessionId };
  const { granted, held } = await sumPurchase(tx, purchase);
  await changeGranted(tx, {
    ...purchase,
    ...money,
    ...why,
    kind: 'restore',
    grantedDelta: granted - held,
  });
}

async function sumPurchase(tx: Database, { userId, checkoutSessionId }: Purchase) {
  const isGrant = eq(creditEntries.kind, 'grant');
  const delta = creditEntries.grantedDelta;
  const [sums] = await tx
    .select({
      granted: sql<number>`coalesce(sum(${delta}) filter (where ${isGrant}), 0)::int`,
      held: sql<number>`coalesce(sum(${delta}), 0)::int`,
      left: sql<number>`${users.paidMessages} - ${users.messageCount}`,
    })
    .from(users)
    .leftJoin(creditEntries, eq(creditEntries.checkoutSessionId, checkoutSessionId))
    .where(eq(users.id, userId))
    .groupBy(users.id);
  return sums ?? { granted: 0, held: 0, left: 0 };
}

/** Returns the entry's id. The caller has locked the account and checked its balance. */
export async function adjustGranted(
  tx: Database,
  entry: { userId: string; grantedDelta: number; reason: string; createdAt: Date },
): Promise<string> {
  return (await changeGranted(tx, { ...entry, kind: 'adjust' })) as string; // only grants have a unique key
}

/** Null if a unique key forbids the entry. */
async function changeGranted(
  tx: Database,
  entry: Entry & Pick<typeof creditEntries.$inferInsert, 'kind'>,
): Promise<string | null> {
  const { id, userId, grantedDelta } = creditEntries;
  const entered = tx.$with('entered').as(
    tx
      .insert(creditEntries)
      .values(entry)
      .onConflictDoNothing()
      .returning({ entryId: sql<string>`${id}`.as('entry_id'), userId, grantedDelta }),
  );
  const [changed] = await tx
    .with(entered)
    .update(users)
    .set({ paidMessages: sql`${users.paidMessages} + ${entered.grantedDelta}` })
    .from(entered)
    .where(eq(users.id, entered.userId))
    .returning({ entryId: entered.entryId });
  return changed?.entryId ?? null;
}

type Account = { messageCount: number; paidMessages: number; subExpiration: Date | null };

export function hasCredit(account: Account, now: Date): boolean {
  return countAffordable(account, now) > 0;
}

export function countAffordable(
  { messageCount, paidMessages, subExpiration }: Account,
  now: Date,
): number {
  const isUnlimited = subExpiration !== null && subExpiration > now;
  return isUnlimited ? Number.POSITIVE_INFINITY : Math.max(0, paidMessages - messageCount);
}

export function isOnTrial({ paidMessages, subExpiration }: Omit<Account, 'messageCount'>): boolean {
  return subExpiration === null && paidMessages <= trialMessages;
}

/**
 * Once per reply, and at most what was ever granted: undelivered replies are on the dashboard, so a phone that refuses
 * texts would get endless free answers.
 */
export async function giveCreditBack(
  tx: Database,
  { messageId, ...why }: Why & { messageId: string },
): Promise<void> {
  const [spend] = await tx
    .select({ userId: creditEntries.userId })
    .from(creditEntries)
    .where(and(eq(creditEntries.messageId, messageId), eq(creditEntries.kind, 'spend')));
  if (!spend) return;
  const account = await lockUser(tx, spend.userId);
  const isGiveBack = and(
    eq(creditEntries.userId, spend.userId),
    eq(creditEntries.kind, 'give_back'),
  );
  if ((await tx.$count(creditEntries, isGiveBack)) >= (account?.paidMessages ?? 0)) return;
  const given = await tx
    .insert(creditEntries)
    .values({ userId: spend.userId, kind: 'give_back', usedDelta: -1, messageId, ...why })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id });
  if (given.length === 0) return;
  await tx
    .update(users)
    .set({ messageCount: sql`${users.messageCount} - 1` })
    .where(eq(users.id, spend.userId));
}
