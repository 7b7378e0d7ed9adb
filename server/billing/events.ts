import type { SubscriptionRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import { recordBankPayment } from './bank-payments.ts';
import {
  findInvoice,
  grantPurchase,
  recordInvoice,
  recordReturned,
  restorePurchase,
  takePurchaseBack,
} from './credits.ts';
import { refundErasedPurchase, refundErasedSubscription } from './refund-erased.ts';
import {
  addPayment,
  findKnownPayment,
  findKnownSubscription,
  hasEvent,
  lockPayer,
  markUnapplied,
  recordEvent,
  savePayment,
  saveSubscription,
  updateAccess,
} from './store.ts';
import { findPayment, findReturned, findSubscription } from './stripe.ts';
import type { PaidInvoice, StripeEvent } from './stripe-events.ts';
import type { SubscriptionFacts } from './stripe-subscriptions.ts';

/** Another event has stored a newer state meanwhile. */
class StateChanged extends Error {}
const maxAttempts = 5;

const reversalReasons = { refund: 'Payment refunded', dispute: 'Payment disputed' } as const;

/** Ignored: another product's, or a type that changes nothing here. */
export type Outcome = 'new' | 'repeated' | 'ignored';

/** Stripe sends events repeatedly, late and in any order. */
export async function applyEvent(runtime: Runtime, event: StripeEvent): Promise<Outcome> {
  const { news } = event;
  switch (news.kind) {
    case 'subscription':
      return storeCurrentState(runtime, event, () =>
        prepareSubscription(runtime, news.subscriptionId, news.paid),
      );
    case 'payment':
      return storeCurrentState(runtime, event, () => preparePayment(runtime, news.paymentIntentId));
    case 'purchase':
      await refundErasedPurchase(runtime, news);
      return applyOnce(runtime, event, async (tx, now) => {
        const { kind: _, money, ...purchase } = news;
        const userId = await lockPayer(tx, news);
        if (!userId) {
          // Another Sagewire on this Stripe account, or a database restored from before the sign-up.
          runtime.log.warn({ event: event.id, ...purchase }, 'payment of an unknown account');
          return null;
        }
        await addPayment(tx, purchase, now);
        await grantPurchase(tx, { ...purchase, money }, now);
        return userId;
      });
    case 'nothing':
      return applyOnce(runtime, event, async () => null);
  }
}

/** Fetches Stripe's state, whatever the event says, and again if another event stored one since. */
async function storeCurrentState(
  runtime: Runtime,
  event: StripeEvent,
  prepare: () => Promise<Effect>,
): Promise<Outcome> {
  if (await hasEvent(runtime.db, event.id)) return 'repeated';
  for (let attempt = 1; ; attempt++) {
    const effect = await prepare();
    try {
      return await applyOnce(runtime, event, effect);
    } catch (error) {
      if (!(error instanceof StateChanged) || attempt === maxAttempts) throw error;
    }
  }
}

async function prepareSubscription(
  runtime: Runtime,
  id: string,
  paid: PaidInvoice | undefined,
): Promise<Effect> {
  const known = await findKnownSubscription(runtime.db, id);
  const facts =
    (await findSubscription(runtime, id, known)) ?? (known && toEndedSubscription(known));
  if (facts && !known) await refundErasedSubscription(runtime, facts);
  return async (tx, now) => {
    // A subscription whose customer was deleted still names its user.
    const userId =
      facts && (await lockPayer(tx, { ...facts, userId: facts.userId ?? known?.userId ?? null }));
    if (!facts || !userId) return null;
    const { customerId: _, ...state } = facts;
    const revision = known?.revision ?? 0;
    if (!(await saveSubscription(tx, { ...state, userId }, { revision, now }))) {
      throw new StateChanged();
    }
    await updateAccess(tx, userId);
    if (paid) await recordInvoice(tx, { ...paid, userId, createdAt: now });
    return userId;
  };
}

async function preparePayment(runtime: Runtime, paymentIntentId: string): Promise<Effect> {
  const known = await findKnownPayment(runtime.db, paymentIntentId);
  const facts = await findPayment(runtime, paymentIntentId);
  if (!facts) return prepareReturned(runtime, paymentIntentId);
  return async (tx, now) => {
    const userId = await lockPayer(tx, facts);
    if (!userId) return null;
    const revision = known?.revision ?? 0;
    const { money, ...payment } = facts;
    if (!(await savePayment(tx, payment, { revision, now }))) throw new StateChanged();
    // The refund's event may arrive before the payment's.
    if (!known) await grantPurchase(tx, facts, now);
    const { checkoutSessionId, reversal } = facts;
    const change = { userId, checkoutSessionId, createdAt: now };
    const wasReversed = known !== null && known.reversal !== null;
    if (reversal && !wasReversed) {
      const returned = money && { ...money, amount: -money.amount };
      await takePurchaseBack(tx, {
        ...change,
        money: returned,
        reason: reversalReasons[reversal],
      });
    }
    if (!reversal && wasReversed) {
      await restorePurchase(tx, { ...change, money, reason: 'Payment restored' });
    }
    return userId;
  };
}

/** A subscription's refund is only shown in the history. */
async function prepareReturned(runtime: Runtime, paymentIntentId: string): Promise<Effect> {
  const invoiceId = (await findReturned(runtime, paymentIntentId))?.invoiceId;
  const known = invoiceId ? await findInvoice(runtime.db, invoiceId) : null;
  // Fetched after reading `known`, so another event's later change is noticed below.
  const returned = known && (await findReturned(runtime, paymentIntentId));
  return async (tx, createdAt) => {
    const userId = returned && (await lockPayer(tx, known));
    if (!userId) return null;
    const { returned: before } = (await findInvoice(tx, returned.invoiceId)) ?? known;
    if (before !== known.returned) throw new StateChanged();
    await recordReturned(tx, returned, { before, userId, createdAt });
    return userId;
  };
}

type Effect = (tx: Runtime['db'], now: Date) => Promise<string | null>;

/** `effect` returns the changed user's id. */
async function applyOnce(
  { db, clock, changes }: Runtime,
  event: StripeEvent,
  effect: Effect,
): Promise<Outcome> {
  const now = clock.now();
  const { outcome, userId } = await transact(db, async (tx) => {
    if (!(await recordEvent(tx, event, now))) return { outcome: 'repeated', userId: null } as const;
    const changed = await effect(tx, now);
    const paying = await recordBankPayment(tx, event.bankPayment, now);
    const userId = changed ?? paying;
    if (userId) return { outcome: 'new', userId } as const;
    await markUnapplied(tx, event.id);
    return { outcome: 'ignored', userId } as const;
  });
  if (userId) changes.publish({ type: 'account', userId });
  return outcome;
}

function toEndedSubscription(row: SubscriptionRow): SubscriptionFacts {
  return {
    id: row.stripeSubscriptionId,
    userId: row.userId,
    customerId: null,
    plan: row.plan,
    status: 'canceled',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    accessUntil: null,
    startedAt: row.startedAt,
  };
}
