import type { Runtime } from '#server/runtime.ts';
import { grantPurchase, restorePurchase, takePurchaseBack } from './credits.ts';
import { givePurchaseBack, giveSubscriptionBack } from './leavers.ts';
import {
  addPayment,
  findKnownPayment,
  findKnownSubscription,
  hasEvent,
  lockPayer,
  recordEvent,
  type SubscriptionRow,
  savePayment,
  saveSubscription,
  settleAccess,
} from './store.ts';
import { findPayment, findSubscription } from './stripe.ts';
import type { StripeEvent, SubscriptionFacts } from './stripe-objects.ts';

/** Another event about the same thing was faster; what we fetched may be older than what it stored. */
class Overtaken extends Error {}
const mostTries = 5;

/** What the person reads in the history. */
const reversalWords = { refund: 'Payment refunded', dispute: 'Payment disputed' } as const;

/**
 * Stores an event together with what it changes, once: events come twice, late and in any order.
 * @returns whether it was new.
 */
export async function applyEvent(
  runtime: Runtime,
  event: StripeEvent,
): Promise<'new' | 'repeated'> {
  const { news } = event;
  switch (news.kind) {
    case 'subscription':
      return follow(runtime, event, () => askForSubscription(runtime, news.subscriptionId));
    case 'payment':
      return follow(runtime, event, () => askForPayment(runtime, news.paymentIntentId));
    case 'purchase':
      await givePurchaseBack(runtime, news);
      return applyOnce(runtime, event, async (tx, now) => {
        const { kind: _, ...purchase } = news;
        const userId = await lockPayer(tx, news);
        if (!userId) {
          // Another Sagewire on the same Stripe account, or a database that was restored from before the sign-up.
          runtime.log.warn({ event: event.id, ...purchase }, 'payment of somebody who is not here');
          return null;
        }
        await addPayment(tx, purchase, now);
        await grantPurchase(tx, purchase, now);
        return userId;
      });
    case 'nothing':
      return applyOnce(runtime, event, async () => null);
  }
}

/**
 * Stores the state that something has now, whatever the event says of it. The answer of Stripe counts
 * only if nobody stored another one since it was asked.
 */
async function follow(
  runtime: Runtime,
  event: StripeEvent,
  ask: () => Promise<Effect>,
): Promise<'new' | 'repeated'> {
  // Recording it would find that out as well, after a question to Stripe for nothing.
  if (await hasEvent(runtime.db, event.id)) return 'repeated';
  for (let attempt = 1; ; attempt++) {
    const effect = await ask();
    try {
      return await applyOnce(runtime, event, effect);
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === mostTries) throw error;
    }
  }
}

async function askForSubscription(runtime: Runtime, id: string): Promise<Effect> {
  const known = await findKnownSubscription(runtime.db, id);
  const facts = (await findSubscription(runtime, id)) ?? (known && ended(known));
  if (facts && !known) await giveSubscriptionBack(runtime, facts);
  return async (tx, now) => {
    // Once it is somebody's it stays theirs, whatever becomes of their customer.
    const userId =
      facts && (await lockPayer(tx, { ...facts, userId: facts.userId ?? known?.userId ?? null }));
    if (!facts || !userId) return null;
    const { customerId: _, ...state } = facts;
    const revision = known?.revision ?? 0;
    if (!(await saveSubscription(tx, { ...state, userId }, { revision, now }))) {
      throw new Overtaken();
    }
    await settleAccess(tx, userId);
    return userId;
  };
}

async function askForPayment(runtime: Runtime, paymentIntentId: string): Promise<Effect> {
  const known = await findKnownPayment(runtime.db, paymentIntentId);
  const facts = await findPayment(runtime, paymentIntentId);
  return async (tx, now) => {
    const userId = facts && (await lockPayer(tx, facts));
    if (!facts || !userId) return null;
    const revision = known?.revision ?? 0;
    if (!(await savePayment(tx, facts, { revision, now }))) throw new Overtaken();
    // News of a refund may come before that of the payment.
    if (!known) await grantPurchase(tx, facts, now);
    const { checkoutSessionId, reversal } = facts;
    const change = { userId, checkoutSessionId, createdAt: now };
    const wasReversed = known !== null && known.reversal !== null;
    if (reversal && !wasReversed) {
      await takePurchaseBack(tx, { ...change, reason: reversalWords[reversal] });
    }
    if (!reversal && wasReversed) {
      await restorePurchase(tx, { ...change, reason: 'Payment restored' });
    }
    return userId;
  };
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
    // Nobody can tell when.
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    accessUntil: null,
    startedAt: row.startedAt,
  };
}
