import { and, desc, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { lockUser } from '#server/db/locks.ts';
import {
  creditEntries,
  type PaymentRow,
  payments,
  type SubscriptionRow,
  stripeEvents,
  subscriptions,
  users,
} from '#server/db/schema.ts';
import type { StripeEvent } from './stripe-events.ts';
import type { PaymentFacts } from './stripe-objects.ts';
import type { SubscriptionFacts } from './stripe-subscriptions.ts';

const isLive = inArray(subscriptions.status, ['active', 'past_due']);

/** The newest that has not ended, else the newest. */
export async function findSubscriptionOf(
  db: Database,
  user: { id: string },
): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, user.id))
    .orderBy(desc(isLive), desc(subscriptions.startedAt))
    .limit(1);
  return row ?? null;
}

/** Of these accounts, the one that bought first. */
export async function findFirstBuyer(db: Database, userIds: string[]): Promise<string | null> {
  const bought = db
    .select({ userId: creditEntries.userId, at: creditEntries.createdAt })
    .from(creditEntries)
    .where(and(inArray(creditEntries.userId, userIds), isNotNull(creditEntries.checkoutSessionId)));
  const subscribed = db
    .select({ userId: subscriptions.userId, at: subscriptions.startedAt })
    .from(subscriptions)
    .where(inArray(subscriptions.userId, userIds));
  const [first] = await unionAll(bought, subscribed).orderBy(sql`2`).limit(1);
  return first?.userId ?? null;
}

export async function hasBought(db: Database, userId: string): Promise<boolean> {
  const [row] = await rowsOf<{ bought: boolean }>(
    db,
    sql`select exists (select from ${creditEntries}
        where ${creditEntries.userId} = ${userId} and ${creditEntries.checkoutSessionId} is not null)
      or exists (select from ${subscriptions} where ${subscriptions.userId} = ${userId}) as bought`,
  );
  return row?.bought ?? false;
}

export async function setCustomer(
  db: Database,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  await db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, userId));
}

export async function hasEvent(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, id));
  return row !== undefined;
}

/** False if applied before. */
export async function recordEvent(
  tx: Database,
  { id, type, createdAt, news }: StripeEvent,
  now: Date,
): Promise<boolean> {
  const recorded = await tx
    .insert(stripeEvents)
    .values({
      id,
      type,
      payload: news,
      createdAt,
      receivedAt: now,
      appliedAt: news.kind === 'nothing' ? null : now,
    })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return recorded.length > 0;
}

export async function markUnapplied(tx: Database, id: string): Promise<void> {
  await tx.update(stripeEvents).set({ appliedAt: null }).where(eq(stripeEvents.id, id));
}

/**
 * Stripe may repeat a deleted event: the ledger's key grants a payment once, and everything else follows Stripe's
 * current state.
 */
export async function deleteEventsBefore(db: Database, time: Date, limit: number) {
  const which = lt(stripeEvents.receivedAt, time);
  return deleteBatch(db, stripeEvents.id, { which, limit });
}

/** Locks the payer, named by our metadata or else by the customer: sums over their rows must stay true. */
export async function lockPayer(
  tx: Database,
  { userId, customerId }: { userId: string | null; customerId?: string | null },
): Promise<string | null> {
  const named = userId && (await lockUser(tx, userId));
  if (named) return named.id;
  const payerId = customerId ? await findUserOfCustomer(tx, customerId) : null;
  return payerId && ((await lockUser(tx, payerId))?.id ?? null);
}

async function findUserOfCustomer(tx: Database, customerId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, customerId));
  return row?.id ?? null;
}

export async function findKnownSubscription(
  db: Database,
  id: string,
): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, id));
  return row ?? null;
}

/** False if another state was stored since `revision`: this one may be older. */
export async function saveSubscription(
  tx: Database,
  facts: Omit<SubscriptionFacts, 'userId' | 'customerId'> & { userId: string },
  { revision, now }: { revision: number; now: Date },
): Promise<boolean> {
  const { id, ...state } = facts;
  const row = { ...state, revision: revision + 1, updatedAt: now };
  const saved = await tx
    .insert(subscriptions)
    .values({ stripeSubscriptionId: id, ...row })
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: row,
      setWhere: eq(subscriptions.revision, revision),
    })
    .returning({ id: subscriptions.stripeSubscriptionId });
  return saved.length > 0;
}

/** Access lasts until the latest of the user's subscriptions ends. The caller has locked the user. */
export async function updateAccess(tx: Database, userId: string): Promise<void> {
  await tx.execute(
    sql`update users set (sub_expiration, stripe_subscription_id) = (
          select access_until, stripe_subscription_id from subscriptions
          where user_id = ${userId} and access_until is not null
          order by access_until desc limit 1
        ) where id = ${userId}`,
  );
}

export async function addPayment(
  tx: Database,
  payment: Omit<PaymentFacts, 'paymentIntentId' | 'reversal' | 'money'> & {
    paymentIntentId: string | null;
  },
  now: Date,
): Promise<void> {
  await tx
    .insert(payments)
    .values({ ...payment, revision: 1, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}

export async function isNewPaymentOfErased(
  db: Database,
  { userId, checkoutSessionId }: { userId: string; checkoutSessionId: string },
): Promise<boolean> {
  const known = db
    .select({ one: sql`1` })
    .from(payments)
    .where(eq(payments.checkoutSessionId, checkoutSessionId));
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.deletedAt), notExists(known)));
  return row !== undefined;
}

export async function findKnownPayment(
  db: Database,
  paymentIntentId: string,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return row ?? null;
}

/** See `saveSubscription`. */
export async function savePayment(
  tx: Database,
  payment: Omit<PaymentFacts, 'money'>,
  { revision, now }: { revision: number; now: Date },
): Promise<boolean> {
  const row = { ...payment, revision: revision + 1, updatedAt: now };
  const saved = await tx
    .insert(payments)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: payments.checkoutSessionId,
      set: row,
      // Without an intent, no state was fetched yet.
      setWhere: or(eq(payments.revision, revision), isNull(payments.paymentIntentId)),
    })
    .returning({ id: payments.checkoutSessionId });
  return saved.length > 0;
}
