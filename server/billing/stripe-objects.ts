import { z } from 'zod';
import type { PaidPlanId } from '#shared/plans.ts';

/** In the currency's smallest unit. */
export type Money = { amount: number; currency: string };

/** Plan and user are null if the session is not ours. */
export type Checkout = {
  id: string;
  plan: PaidPlanId | null;
  userId: string | null;
  isPaid: boolean;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  money: Money | null;
};

export type PaymentFacts = {
  checkoutSessionId: string;
  paymentIntentId: string;
  userId: string;
  reversal: 'refund' | 'dispute' | null;
  money: Money | null;
};

export type SubscriptionFacts = {
  id: string;
  userId: string | null;
  customerId: string | null;
  plan: 'monthly' | 'annual';
  status: 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  /** Null: no access. */
  accessUntil: Date | null;
  startedAt: Date;
};

/** JavaScript and PostgreSQL read later dates differently. */
const endOfYear9999 = 253_402_300_799;
export const seconds = z
  .number()
  .min(0)
  .max(endOfYear9999)
  .transform((value) => new Date(value * 1000));
/** Stripe docs: at most 255 characters. Ids become part of the URLs we call. */
export const stripeName = z.string().regex(/^[\w.:-]{1,255}$/);
const ourPerson = z.uuid().nullable().catch(null);

const reference = z
  .union([stripeName, z.object({ id: stripeName }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

export const amount = z.number().int().min(0);
/** ISO 4217 in lower case. */
export const currency = z.string().regex(/^[a-z]{3}$/);

const checkoutSession = z.object({
  id: stripeName,
  amount_total: amount.nullish(),
  currency: currency.nullish(),
  payment_status: z.string(),
  subscription: reference,
  payment_intent: reference,
  metadata: z
    .object({
      plan: z.enum(['payg', 'monthly', 'annual']).nullable().catch(null),
      userId: ourPerson,
    })
    .catch({ plan: null, userId: null }),
});

export function readCheckout(object: unknown): Checkout {
  const session = checkoutSession.parse(object);
  return {
    id: session.id,
    ...session.metadata,
    // The third state is `no_payment_required`.
    isPaid: session.payment_status !== 'unpaid',
    subscriptionId: session.subscription,
    paymentIntentId: session.payment_intent,
    money:
      session.amount_total && session.currency
        ? { amount: session.amount_total, currency: session.currency }
        : null,
  };
}

const charged = z.object({
  payment_intent: z.object({
    latest_charge: z.object({ refunded: z.boolean(), disputed: z.boolean() }).nullable(),
  }),
});
const dispute = z.object({ status: z.string() });
/** The bank holds the money until it decides. For an inquiry (`warning_…`) it holds none. */
const disputesLost = ['needs_response', 'under_review', 'lost'];

export function isDisputed(session: unknown): boolean {
  return charged.parse(session).payment_intent.latest_charge?.disputed ?? false;
}

/** Null if the session did not buy messages from us. */
export function readPayment(session: unknown, disputes: unknown[]): PaymentFacts | null {
  const { id, plan, userId, isPaid, paymentIntentId, money } = readCheckout(session);
  if (plan !== 'payg' || !userId || !isPaid || !paymentIntentId) return null;
  const charge = charged.parse(session).payment_intent.latest_charge;
  const isLost = disputes.some((each) => disputesLost.includes(dispute.parse(each).status));
  // After a partial refund the person keeps all messages.
  const reversal = charge?.refunded ? 'refund' : isLost ? 'dispute' : null;
  return { checkoutSessionId: id, paymentIntentId, userId, reversal, money };
}

/** The sum of all refunds so far. */
export type Returned = Money & { invoiceId: string };

const invoicePayment = z.object({
  invoice: stripeName,
  payment: z.object({
    payment_intent: z.object({
      latest_charge: z.object({ amount_refunded: amount, currency }).nullable(),
    }),
  }),
});

export function readReturned(object: unknown): Returned | null {
  const { invoice: invoiceId, payment } = invoicePayment.parse(object);
  const charge = payment.payment_intent.latest_charge;
  return charge && { invoiceId, amount: charge.amount_refunded, currency: charge.currency };
}

const recurring = z.object({ interval: z.string(), interval_count: z.number().default(1) });
const subscriptionObject = z.object({
  id: stripeName,
  customer: stripeName,
  status: z.string(),
  start_date: seconds,
  cancel_at: seconds.nullish(),
  cancel_at_period_end: z.boolean(),
  ended_at: seconds.nullish(),
  metadata: z.object({ userId: ourPerson }).catch({ userId: null }),
  items: z.object({
    data: z
      .array(
        z.object({
          // The period is on the item since API version 2025-03-31.
          current_period_end: seconds,
          price: z.object({ recurring }),
        }),
      )
      .min(1),
  }),
});

/** Stripe retries a late payment, and ends the subscription when it gives up. */
const statusesWithAccess = ['active', 'trialing', 'past_due'];
const endedStatuses = ['canceled', 'incomplete_expired'];

export function readSubscription(object: unknown): SubscriptionFacts {
  const found = subscriptionObject.parse(object);
  const [item] = found.items.data as [(typeof found.items.data)[number]];
  const hasEnded = endedStatuses.includes(found.status);
  const { cancel_at: cancelAt, ended_at: endedAt } = found;
  const ends = [item.current_period_end, cancelAt, endedAt].flatMap((end) => end?.getTime() ?? []);
  // It may end early: at once or on a set date.
  const currentPeriodEnd = new Date(Math.min(...ends));
  return {
    id: found.id,
    userId: found.metadata.userId,
    customerId: found.customer,
    // The portal changes the price, not the metadata.
    plan: isYear(item.price.recurring) ? 'annual' : 'monthly',
    status: hasEnded ? 'canceled' : describeStatus(found.status),
    currentPeriodEnd,
    // The portal sets `cancel_at`; only older subscriptions have the flag.
    cancelAtPeriodEnd: !hasEnded && (Boolean(cancelAt) || found.cancel_at_period_end),
    accessUntil: statusesWithAccess.includes(found.status) ? currentPeriodEnd : null,
    startedAt: found.start_date,
  };
}

function isYear({ interval, interval_count: count }: z.output<typeof recurring>): boolean {
  return interval === 'year' || (interval === 'month' && count >= 12);
}

/** An unknown status counts as past due: the portal explains it. */
function describeStatus(status: string): 'active' | 'past_due' {
  return status === 'active' || status === 'trialing' ? 'active' : 'past_due';
}
