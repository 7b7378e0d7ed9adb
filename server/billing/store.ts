import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { payments, stripeEvents, subscriptions, users } from '#server/db/schema.ts';
import type { PaymentFacts, StripeEvent, SubscriptionFacts } from './stripe-objects.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

const isLive = inArray(subscriptions.status, ['active', 'past_due']);

/** The one that counts: the newest that has not ended, else the newest. */
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

export async function keepCustomer(
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

/** @returns false when it is stored already: then it has had its effect. */
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

/** Whose it is, by what we wrote on it or by the customer; locked, so that sums over their rows hold. */
export async function lockPayer(
  tx: Database,
  { userId, customerId }: { userId: string | null; customerId?: string | null },
): Promise<string | null> {
  const named = userId ? await lockUser(tx, eq(users.id, userId)) : null;
  if (named || !customerId) return named;
  return lockUser(tx, eq(users.stripeCustomerId, customerId));
}

async function lockUser(tx: Database, condition: SQL): Promise<string | null> {
  const [row] = await tx.select({ id: users.id }).from(users).where(condition).for('no key update');
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

/**
 * Stores what Stripe said, unless something was stored since `revision` was read: then it may be older.
 * @returns whether it was stored.
 */
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

/** What the person's subscriptions add up to; the person's row is locked. */
export async function settleAccess(tx: Database, userId: string): Promise<void> {
  await tx.execute(
    sql`update users set (sub_expiration, stripe_subscription_id) = (
          select access_until, stripe_subscription_id from subscriptions
          where user_id = ${userId} and access_until is not null
          order by access_until desc limit 1
        ) where id = ${userId}`,
  );
}

/** Remembers a payment that was just made; what was said of it since stays. */
export async function addPayment(
  tx: Database,
  payment: Omit<PaymentFacts, 'paymentIntentId' | 'reversal'> & { paymentIntentId: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insert(payments)
    .values({ ...payment, revision: 1, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}

/** Whether a payment that is not on record yet is that of somebody who has deleted their account. */
export async function isOfLeaver(
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

/** As saveSubscription, of a payment. */
export async function savePayment(
  tx: Database,
  payment: PaymentFacts,
  { revision, now }: { revision: number; now: Date },
): Promise<boolean> {
  const row = { ...payment, revision: revision + 1, updatedAt: now };
  const saved = await tx
    .insert(payments)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: payments.checkoutSessionId,
      set: row,
      // Of a payment whose intent was not known nothing was ever asked.
      setWhere: or(eq(payments.revision, revision), isNull(payments.paymentIntentId)),
    })
    .returning({ id: payments.checkoutSessionId });
  return saved.length > 0;
}
