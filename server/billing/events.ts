import type { Runtime } from '#server/runtime.ts';
import { grantPurchase } from './credits.ts';
import {
  findKnownSubscription,
  hasEvent,
  lockPayer,
  recordEvent,
  type SubscriptionRow,
  saveSubscription,
  settleAccess,
} from './store.ts';
import { findSubscription } from './stripe.ts';
import type { StripeEvent, SubscriptionFacts } from './stripe-objects.ts';

/** Another event about the same subscription was faster; what we fetched may be older than what it stored. */
class Overtaken extends Error {}
const mostTries = 5;

/**
 * Stores an event together with what it changes, once: events come twice, late and in any order.
 * @returns whether it was new.
 */
export async function applyEvent(
  runtime: Runtime,
  event: StripeEvent,
): Promise<'new' | 'repeated'> {
  if (await hasEvent(runtime.db, event.id)) return 'repeated';
  const { news } = event;
  if (news.kind === 'subscription') return followSubscription(runtime, event, news);
  return applyOnce(runtime, event, async (tx) => {
    if (news.kind === 'nothing') return null;
    const userId = await lockPayer(tx, { userId: news.userId });
    if (userId) await grantPurchase(tx, { userId, checkoutSessionId: news.checkoutSessionId });
    return userId;
  });
}

/**
 * Stores the state that the subscription has now, whatever the event says of it. The answer of Stripe
 * counts only if nobody stored another one since it was asked.
 */
async function followSubscription(
  runtime: Runtime,
  event: StripeEvent,
  { subscriptionId }: { subscriptionId: string },
): Promise<'new' | 'repeated'> {
  for (let attempt = 1; ; attempt++) {
    const known = await findKnownSubscription(runtime.db, subscriptionId);
    const facts = (await findSubscription(runtime, subscriptionId)) ?? (known && ended(known));
    try {
      return await applyOnce(runtime, event, async (tx, now) => {
        const userId = facts && (await lockPayer(tx, facts));
        if (!facts || !userId) return null;
        const { customerId: _, ...state } = facts;
        const revision = known?.revision ?? 0;
        const isSaved = await saveSubscription(tx, { ...state, userId }, { revision, now });
        if (!isSaved) throw new Overtaken();
        await settleAccess(tx, userId);
        return userId;
      });
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === mostTries) throw error;
    }
  }
}

type Effect = (tx: Runtime['db'], now: Date) => Promise<string | null>;

/** @param effect answers whose account it has changed. */
async function applyOnce(
  { db, clock, changes }: Runtime,
  event: StripeEvent,
  effect: Effect,
): Promise<'new' | 'repeated'> {
  const now = clock.now();
  const { isNew, userId } = await db.transaction(async (tx) => {
    if (!(await recordEvent(tx, event, now))) return { isNew: false, userId: null };
    return { isNew: true, userId: await effect(tx, now) };
  });
  if (userId) changes.publish({ type: 'account', userId });
  return isNew ? 'new' : 'repeated';
}

/** What Stripe no longer knows gives nothing any more. */
function ended(row: SubscriptionRow): SubscriptionFacts {
  return {
    id: row.stripeSubscriptionId,
    userId: row.userId,
    customerId: null,
    plan: row.plan,
    status: 'canceled',
    currentPeriodEnd: row.currentPeriodEnd,
    cancelAtPeriodEnd: false,
    accessUntil: null,
    startedAt: row.startedAt,
  };
}
