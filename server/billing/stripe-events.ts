import { z } from 'zod';
import type { PaidPlanId } from '#shared/plans.ts';
import {
  amount,
  type Checkout,
  currency,
  type Money,
  readCheckout,
  seconds,
  stripeName,
} from './stripe-objects.ts';

export type PaidInvoice = Money & { invoiceId: string };

export type StripeEvent = {
  id: string;
  type: string;
  createdAt: Date;
  news: News;
  bankPayment: BankPayment | null;
};

export type BankPayment = Money & {
  checkoutSessionId: string;
  userId: string;
  plan: PaidPlanId;
  state: 'pending' | 'paid' | 'failed';
};

/** All but a purchase only name an object, which is fetched from Stripe. */
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
const eventObject = z.object({
  id: stripeName,
  type: stripeName,
  created: seconds,
  livemode: z.boolean().optional(),
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});
const withId = z.object({ id: stripeName });
/** Only outdated payment methods have none. */
const ofPayment = z.object({ payment_intent: stripeName.nullish() });
const subscribed = z.object({ subscription: stripeName }).nullish().catch(null);
/** Another product's may be of any kind. API versions before 2025-03-31 name the subscription outside of `parent`. */
const invoice = z.object({
  id: stripeName,
  amount_paid: amount.catch(0),
  currency: currency.nullish().catch(null),
  subscription: stripeName.nullish().catch(null),
  parent: z.object({ subscription_details: subscribed }).nullish().catch(null),
});

export type Mode = 'live' | 'test';

/** Ignores connected accounts, and test payments at a live endpoint ("Connect webhooks"): no real money moved. */
export function readEvent(payload: object, mode: Mode | null): StripeEvent {
  const { id, type, created, data, livemode, account } = eventObject.parse(payload);
  const isOtherMode = mode !== null && livemode !== undefined && livemode !== (mode === 'live');
  const isOurs = !isOtherMode && !account;
  return {
    id,
    type,
    createdAt: created,
    news: isOurs ? readNews(type, data.object) : nothing,
    bankPayment: isOurs ? readBankPayment(type, data.object) : null,
  };
}

/** Of a session that completes before its money arrives (Stripe docs: "delayed notification payment methods"). */
function readBankPayment(type: string, object: unknown): BankPayment | null {
  const outcome = type.replace('checkout.session.', '');
  if (!['completed', 'async_payment_succeeded', 'async_payment_failed'].includes(outcome))
    return null;
  const { id: checkoutSessionId, plan, userId, isPaid, money } = readCheckout(object);
  const isCard = outcome === 'completed' && isPaid;
  if (!plan || !userId || !money || isCard) return null;
  const states = { async_payment_succeeded: 'paid', async_payment_failed: 'failed' } as const;
  const state = outcome === 'completed' ? 'pending' : states[outcome as keyof typeof states];
  return { checkoutSessionId, userId, plan, state, ...money };
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
  const { id: invoiceId, amount_paid: amount, currency, parent, subscription } = found;
  const subscriptionId = parent?.subscription_details?.subscription ?? subscription;
  if (!subscriptionId) return nothing;
  // A failed invoice is unpaid; a free one has nothing to show.
  const paid = amount > 0 && currency ? { invoiceId, amount, currency } : undefined;
  return { kind: 'subscription', subscriptionId, ...(paid && { paid }) };
}

function readCheckoutNews(checkout: Checkout): News {
  const { id, plan, userId, isPaid, subscriptionId, paymentIntentId, money } = checkout;
  if (subscriptionId) return { kind: 'subscription', subscriptionId };
  if (plan !== 'payg' || !userId || !isPaid) return nothing;
  return { kind: 'purchase', userId, checkoutSessionId: id, paymentIntentId, money };
}
