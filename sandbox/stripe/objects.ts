import { newId, toSeconds } from './ids.ts';
import type { Interval, Item, Price } from './prices.ts';

export type Metadata = Record<string, string>;
export type Customer = ReturnType<typeof newCustomer>;
export type CheckoutSession = ReturnType<typeof newCheckoutSession>;
export type Subscription = ReturnType<typeof newSubscription>;
export type PortalSession = ReturnType<typeof newPortalSession>;

const test = { livemode: false };

export function newCustomer(facts: {
  email: string | null;
  name: string | null;
  metadata: Metadata;
  created: number;
}) {
  return { id: newId('cus', 14), object: 'customer', ...facts, ...test };
}

type NewCheckout = {
  id: string;
  mode: 'payment' | 'subscription';
  item: Item;
  customer: string | null;
  email: string | null;
  clientReferenceId: string | null;
  metadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  url: string;
  created: number;
};

export const day = 24 * 60 * 60;

export function newCheckoutSession(facts: NewCheckout) {
  const { created } = facts;
  return {
    id: facts.id,
    object: 'checkout.session',
    amount_subtotal: facts.item.amount,
    amount_total: facts.item.amount,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReferenceId,
    created,
    currency: facts.item.currency,
    customer: facts.customer,
    customer_creation: null,
    customer_details: {
      address: null,
      email: facts.email,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    customer_email: null,
    expires_at: created + day,
    invoice: null as string | null,
    ...test,
    locale: null,
    metadata: facts.metadata,
    mode: facts.mode,
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    status: 'open' as 'open' | 'complete' | 'expired',
    subscription: null as string | null,
    success_url: facts.successUrl,
    ui_mode: 'hosted_page',
    url: facts.url as string | null,
  };
}

type SubscriptionStatus = 'active' | 'past_due' | 'canceled';

export function newSubscription(facts: {
  customer: string;
  price: Price;
  metadata: Metadata;
  created: number;
}) {
  const id = newId('sub');
  const { created } = facts;
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: created,
    billing_mode: { type: 'flexible' },
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: { comment: null, feedback: null, reason: null as string | null },
    collection_method: 'charge_automatically',
    created,
    currency: facts.price.currency,
    customer: facts.customer,
    default_payment_method: newId('pm'),
    ended_at: null as number | null,
    items: {
      object: 'list',
      data: [newSubscriptionItem(id, facts.price, created)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    ...test,
    metadata: facts.metadata,
    pause_collection: null,
    schedule: null,
    start_date: created,
    status: 'active' as SubscriptionStatus,
    trial_end: null,
    trial_start: null,
  };
}

export function newSubscriptionItem(subscription: string, price: Price, start: number) {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    created: start,
    current_period_start: start,
    current_period_end: addPeriod(start, price.recurring?.interval ?? 'month'),
    metadata: {},
    price: structuredClone(price),
    quantity: 1,
    subscription,
  };
}

/** The same day later, or the last day of a shorter month. */
export function addPeriod(start: number, interval: Interval): number {
  const date = new Date(start * 1000);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return toSeconds(date);
}

export function newPortalSession(facts: {
  id: string;
  customer: string;
  returnUrl: string | null;
  url: string;
  created: number;
}) {
  return {
    id: facts.id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: facts.created,
    customer: facts.customer,
    flow: null,
    ...test,
    locale: null,
    on_behalf_of: null,
    return_url: facts.returnUrl,
    url: facts.url,
  };
}

export type Checkout = {
  session: CheckoutSession;
  item: Item;
  /** For the subscription or the payment intent. */
  innerMetadata: Metadata;
  /** Bank payments only. */
  bank?: { settlesAt: number; isPaid: boolean };
};
