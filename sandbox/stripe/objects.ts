import { newId, toSeconds } from './ids.ts';

export type Metadata = Record<string, string>;
export type Interval = 'month' | 'year';
/** The one thing that is bought; `interval` null: once. */
export type Item = {
  name: string;
  amount: number;
  currency: string;
  interval: Interval | null;
};

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

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';

export function newSubscription(facts: {
  customer: string;
  item: Item;
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
    currency: facts.item.currency,
    customer: facts.customer,
    default_payment_method: newId('pm'),
    ended_at: null as number | null,
    items: {
      object: 'list',
      data: [newSubscriptionItem(id, facts.item, created)],
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

export function newSubscriptionItem(subscription: string, item: Item, start: number) {
  const interval = item.interval ?? 'month';
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    created: start,
    current_period_start: start,
    current_period_end: addPeriod(start, interval),
    metadata: {},
    price: {
      id: newId('price'),
      object: 'price',
      active: true,
      currency: item.currency,
      nickname: item.name,
      recurring: {
        interval,
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed',
      },
      type: 'recurring',
      unit_amount: item.amount,
      unit_amount_decimal: String(item.amount),
    },
    quantity: 1,
    subscription,
  };
}

/** The same day of the next month or year; a day that month does not have becomes its last. */
export function addPeriod(start: number, interval: Interval): number {
  const date = new Date(start * 1000);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return toSeconds(date);
}

export function newInvoice(
  subscription: Subscription,
  facts: { reason: string; isPaid: boolean; created: number },
) {
  const [item] = subscription.items.data;
  const amount = item?.price.unit_amount ?? 0;
  const { created } = facts;
  return {
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: facts.isPaid ? amount : 0,
    amount_remaining: facts.isPaid ? 0 : amount,
    attempt_count: 1,
    attempted: true,
    billing_reason: facts.reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    customer: subscription.customer,
    ...test,
    metadata: {},
    next_payment_attempt: facts.isPaid ? null : created + 3 * day,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
      },
    },
    status: facts.isPaid ? 'paid' : 'open',
    total: amount,
  };
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

/** A session with what Stripe knows of it but does not show in the object. */
export type Checkout = {
  session: CheckoutSession;
  item: Item;
  /** What the subscription or the payment is marked with. */
  innerMetadata: Metadata;
  /** Of a payment from a bank account: when it is known whether the money came, and what it will be. */
  bank?: { settlesAt: number; isPaid: boolean };
};
