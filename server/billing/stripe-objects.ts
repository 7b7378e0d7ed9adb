import { z } from 'zod';
import type { PaidPlanId } from '#shared/plans.ts';

/** In the currency's smallest unit. */
export type Money = { amount: number; currency: string };

/** Plan and user are null if it is not one of ours. */
export type Checkout = {
  id: string;
  plan: PaidPlanId | null;
  userId: string | null;
  isPaid: boolean;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  money: Money | null;
};

/** As Stripe has it now. */
export type PaymentFacts = {
  checkoutSessionId: string;
  paymentIntentId: string;
  userId: string;
  reversal: 'refund' | 'dispute' | null;
  money: Money | null;
};

/** What a subscription's person paid. */
export type PaidInvoice = Money & { invoiceId: string };

/** As Stripe has it now. */
export type SubscriptionFacts = {
  id: string;
  userId: string | null;
  customerId: string | null;
  plan: 'monthly' | 'annual';
  status: 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  /** Null: no access now. */
  accessUntil: Date | null;
  startedAt: Date;
};

export type StripeEvent = {
  id: string;
  type: string;
  createdAt: Date;
  news: News;
};
/** All but a purchase only name the object: its state is fetched. */
export type News =
  | {
      kind: 'purchase';
      userId: string;
      checkoutSessionId: string;
      paymentIntentId: string | null;
      money: Money | null;
    }
  | { kind: 'payment'; paymentIntentId: string }
  | { kind: 'subscription'; subscriptionId: string; paid?: PaidInvoice | undefined }
  | { kind: 'nothing' };

const nothing: News = { kind: 'nothing' };
/** JavaScript and PostgreSQL disagree about what comes after it. */
const endOfYear9999 = 253_402_300_799;
const seconds = z
  .number()
  .min(0)
  .max(endOfYear9999)
  .transform((value) => new Date(value * 1000));
/** Stripe docs: object ids have at most 255 characters. Ids become part of the addresses we call. */
const stripeName = z.string().regex(/^[\w.:-]{1,255}$/);
const ourPerson = z.uuid().nullable().catch(null);

/** An id, or the object where Stripe expanded it. */
const reference = z
  .union([stripeName, z.object({ id: stripeName }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

const amount = z.number().int().min(0);
/** ISO 4217 in small letters. */
const currency = z.string().regex(/^[a-z]{3}$/);

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
    // The third state is no_payment_required.
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
/** The bank holds the money until it decides. Inquiries (`warning_…`) take none. */
const disputesLost = ['needs_response', 'under_review', 'lost'];

export function isDisputed(session: unknown): boolean {
  return charged.parse(session).payment_intent.latest_charge?.disputed ?? false;
}

/**
 * Reads a session with its charge, and the disputes about that.
 * @returns null if it did not buy messages from us.
 */
export function readPayment(session: unknown, disputes: unknown[]): PaymentFacts | null {
  const { id, plan, userId, isPaid, paymentIntentId, money } = readCheckout(session);
  if (plan !== 'payg' || !userId || !isPaid || !paymentIntentId) return null;
  const charge = charged.parse(session).payment_intent.latest_charge;
  const isLost = disputes.some((each) => disputesLost.includes(dispute.parse(each).status));
  // A partial refund takes no messages back.
  const reversal = charge?.refunded ? 'refund' : isLost ? 'dispute' : null;
  return { checkoutSessionId: id, paymentIntentId, userId, reversal, money };
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
  // It may end before its period: at once, or on the operator's date.
  const currentPeriodEnd = new Date(Math.min(...ends));
  return {
    id: found.id,
    userId: found.metadata.userId,
    customerId: found.customer,
    // A change of plan in the portal changes the price, not the metadata.
    plan: isYear(item.price.recurring) ? 'annual' : 'monthly',
    status: hasEnded ? 'canceled' : describeStatus(found.status),
    currentPeriodEnd,
    // The portal sets cancel_at; only older subscriptions have the flag.
    cancelAtPeriodEnd: !hasEnded && (Boolean(cancelAt) || found.cancel_at_period_end),
    accessUntil: statusesWithAccess.includes(found.status) ? currentPeriodEnd : null,
    startedAt: found.start_date,
  };
}

/** A price may say twelve months. */
function isYear({ interval, interval_count: count }: z.output<typeof recurring>): boolean {
  return interval === 'year' || (interval === 'month' && count >= 12);
}

/** Unknown statuses count as past due: the portal explains them. */
function describeStatus(status: string): 'active' | 'past_due' {
  return status === 'active' || status === 'trialing' ? 'active' : 'past_due';
}

const eventObject = z.object({
  id: stripeName,
  type: stripeName,
  created: seconds,
  livemode: z.boolean().optional(),
  /** Set for connected accounts: not ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});
const withId = z.object({ id: stripeName });
/** Only old ways of paying have none. */
const ofPayment = z.object({ payment_intent: stripeName.nullish() });
/** Older API versions have no parent; their subscription events say the same. */
const invoice = z.object({
  id: stripeName,
  amount_paid: amount.catch(0),
  currency: currency.nullish().catch(null),
  parent: z
    .object({ subscription_details: z.object({ subscription: stripeName }).nullish() })
    .nullish(),
});

export type Mode = 'live' | 'test';

/** Ignores connected accounts, and test payments at a live endpoint ("Connect webhooks"): no real money moved. */
export function readEvent(payload: object, mode: Mode | null): StripeEvent {
  const { id, type, created, data, livemode, account } = eventObject.parse(payload);
  const isOtherMode = mode !== null && livemode !== undefined && livemode !== (mode === 'live');
  const isOurs = !isOtherMode && !account;
  return { id, type, createdAt: created, news: isOurs ? readNews(type, data.object) : nothing };
}

function readNews(type: string, object: unknown): News {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readCheckoutNews(readCheckout(object));
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { kind: 'subscription', subscriptionId: withId.parse(object).id };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return readInvoiceNews(invoice.parse(object));
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'refund.failed': {
      const { payment_intent: paymentIntentId } = ofPayment.parse(object);
      return paymentIntentId ? { kind: 'payment', paymentIntentId } : nothing;
    }
    default:
      return nothing;
  }
}

function readInvoiceNews(found: z.output<typeof invoice>): News {
  const { id: invoiceId, amount_paid: amount, currency, parent } = found;
  const subscriptionId = parent?.subscription_details?.subscription;
  if (!subscriptionId) return nothing;
  // Of a failed one nothing is paid; of a free one there is nothing to show.
  const paid = amount > 0 && currency ? { invoiceId, amount, currency } : undefined;
  return { kind: 'subscription', subscriptionId, ...(paid && { paid }) };
}

function readCheckoutNews(checkout: Checkout): News {
  const { id, plan, userId, isPaid, subscriptionId, paymentIntentId, money } = checkout;
  if (subscriptionId) return { kind: 'subscription', subscriptionId };
  if (plan !== 'payg' || !userId || !isPaid) return nothing;
  return { kind: 'purchase', userId, checkoutSessionId: id, paymentIntentId, money };
}
