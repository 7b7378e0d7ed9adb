import type { Account } from './account.ts';
import { newCharge } from './charges.ts';
import type { Events } from './events.ts';
import { newId } from './ids.ts';
import { newInvoice, settleInvoice } from './invoices.ts';
import {
  addPeriod,
  type Checkout,
  day,
  type Metadata,
  newSubscription,
  newSubscriptionItem,
  type Subscription,
} from './objects.ts';
import { ensurePrice, type Item } from './prices.ts';

export class CardDeclined extends Error {}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
} as const;

export type Payments = ReturnType<typeof createPayments>;

/** Each change sends events. */
export function createPayments(account: Account, events: Events) {
  const change = async (
    subscription: Subscription,
    changes: Partial<Subscription>,
    type: 'updated' | 'deleted' = 'updated',
  ) => {
    const names = Object.keys(changes) as (keyof Subscription)[];
    const previous = Object.fromEntries(names.map((name) => [name, subscription[name]]));
    Object.assign(subscription, changes);
    account.save();
    const kind = `customer.subscription.${type}`;
    const isUpdate = type === 'updated';
    await events.send([{ type: kind, object: subscription, ...(isUpdate && { previous }) }]);
  };
  /** The caller sends the event. */
  const invoice = (subscription: Subscription, reason: string, isPaid: boolean) => {
    const created = newInvoice(subscription, {
      reason,
      created: account.now(),
      pagesUrl: account.getPagesUrl(),
    });
    settleInvoice(account, created, isPaid);
    const type = isPaid ? 'invoice.paid' : 'invoice.payment_failed';
    return { type, object: created };
  };
  const charge = ({ session, item, innerMetadata }: Checkout) => {
    const { amount, currency } = item;
    const facts = { amount, currency, customer: session.customer, metadata: innerMetadata };
    const pagesUrl = account.getPagesUrl();
    const taken = newCharge({ ...facts, pagesUrl, created: account.now() });
    const paid = { payment_status: 'paid', payment_intent: taken.payment_intent } as const;
    Object.assign(session, paid);
    account.charges.set(taken.payment_intent, taken);
    account.save();
  };
  const retry = async (subscription: Subscription, isPaid: boolean) => {
    const open = account.invoices.get(subscription.latest_invoice ?? '');
    if (isPaid) await change(subscription, { status: 'active' });
    if (!open) return;
    settleInvoice(account, open, isPaid);
    account.save();
    await events.send([{ type: isPaid ? 'invoice.paid' : 'invoice.payment_failed', object: open }]);
  };

  const moveToPrice = (subscription: Subscription, item: Item) => {
    const { id } = getPeriod(subscription);
    const next = newSubscriptionItem(subscription.id, ensurePrice(account, item), account.now());
    const items = { ...subscription.items, data: [{ ...next, id }] };
    const paid = invoice({ ...subscription, items }, 'subscription_update', true);
    return { changes: { items, latest_invoice: paid.object.id }, paid };
  };

  return {
    /** The product gets the events before the payer goes back. Returns where to. */
    async pay(checkout: Checkout, cardNumber: string): Promise<string> {
      refuseBadCard(cardNumber);
      const { session, item } = checkout;
      Object.assign(session, { status: 'complete', url: null, payment_status: 'paid' });
      const completed = { type: 'checkout.session.completed', object: session };
      if (session.mode === 'payment') {
        charge(checkout);
        await events.send([completed]);
        return buildReturnUrl(session);
      }
      const customer = session.customer ?? newId('cus', 14);
      const metadata = checkout.innerMetadata;
      const price = ensurePrice(account, item);
      const subscription = newSubscription({ customer, price, metadata, created: account.now() });
      const paid = invoice(subscription, 'subscription_create', true);
      subscription.latest_invoice = paid.object.id;
      session.customer = customer;
      session.subscription = subscription.id;
      session.invoice = paid.object.id;
      account.subscriptions.set(subscription.id, subscription);
      account.save();
      await events.send([
        { type: 'customer.subscription.created', object: subscription },
        completed,
        paid,
      ]);
      return buildReturnUrl(session);
    },

    /** The page completes at once; a day later the money arrives or does not. */
    async payLater(checkout: Checkout, { isPaid }: { isPaid: boolean }): Promise<string> {
      const { session } = checkout;
      if (session.mode !== 'payment')
        throw new CardDeclined('Subscriptions are paid by card here.');
      Object.assign(session, { status: 'complete', url: null });
      checkout.bank = { settlesAt: account.now() + day, isPaid };
      account.save();
      await events.send([{ type: 'checkout.session.completed', object: session }]);
      return buildReturnUrl(session);
    },

    async settleLate(checkout: Checkout, { isPaid }: { isPaid: boolean }): Promise<void> {
      const { session } = checkout;
      delete checkout.bank;
      if (isPaid) charge(checkout);
      account.save();
      const type = `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`;
      await events.send([{ type, object: session }]);
    },

    async expire({ session }: Checkout): Promise<void> {
      Object.assign(session, { status: 'expired', url: null });
      account.save();
      await events.send([{ type: 'checkout.session.expired', object: session }]);
    },

    /** With flexible billing the portal sets only the date (page "Cancel subscriptions"). */
    cancelAtPeriodEnd: (subscription: Subscription) =>
      change(subscription, {
        cancel_at: getPeriod(subscription).current_period_end,
        canceled_at: account.now(),
      }),

    resume: (subscription: Subscription) =>
      change(subscription, { cancel_at: null, canceled_at: null }),

    /** As the merchant does by the API. */
    async update(subscription: Subscription, changes: SubscriptionChanges): Promise<void> {
      const { item, removedItemId, cancelAt, metadata } = changes;
      const rest = subscription.items.data.filter(({ id }) => id !== removedItemId);
      const isCanceled = cancelAt !== null && cancelAt !== undefined;
      const end = getPeriod(subscription).current_period_end;
      const moved = item && moveToPrice(subscription, item);
      await change(subscription, {
        ...(metadata && { metadata }),
        ...(removedItemId && { items: { ...subscription.items, data: rest } }),
        ...(cancelAt !== undefined && {
          cancel_at: cancelAt === 'period_end' ? end : cancelAt,
          cancel_at_period_end: cancelAt === 'period_end',
          canceled_at: isCanceled ? account.now() : null,
        }),
        ...moved?.changes,
      });
      if (moved) await events.send([moved.paid]);
    },

    /** Starts a new period at once. */
    async changePlan(subscription: Subscription, item: Item): Promise<void> {
      const { changes, paid } = moveToPrice(subscription, item);
      await change(subscription, { ...changes, cancel_at: null, canceled_at: null });
      await events.send([paid]);
    },

    async renew(subscription: Subscription, { isPaid }: { isPaid: boolean }): Promise<void> {
      if (subscription.status === 'past_due') return retry(subscription, isPaid);
      const { current_period_end: start, price, ...rest } = getPeriod(subscription);
      const end = addPeriod(start, price.recurring?.interval ?? 'month');
      const period = { current_period_start: start, current_period_end: end };
      const items = { ...subscription.items, data: [{ ...rest, price, ...period }] };
      const settled = invoice({ ...subscription, items }, 'subscription_cycle', isPaid);
      const status = isPaid ? 'active' : 'past_due';
      await change(subscription, { items, status, latest_invoice: settled.object.id });
      await events.send([settled]);
    },

    end: (subscription: Subscription) =>
      change(subscription, { status: 'canceled', ended_at: account.now() }, 'deleted'),
  };
}

export type SubscriptionChanges = {
  item?: Item | undefined;
  removedItemId?: string | undefined;
  /** In seconds; null lets it continue. */
  cancelAt?: number | 'period_end' | null | undefined;
  metadata?: Metadata | undefined;
};

type Period = Subscription['items']['data'][number];

export function getPeriod(subscription: Subscription): Period {
  return subscription.items.data[0] as Period; // each has one
}

/** Stripe's page "Testing". */
function refuseBadCard(typed: string): void {
  const number = typed.replace(/\D/g, '');
  if (number === cards.good) return;
  if (number === cards.declined) throw new CardDeclined('Your card was declined.');
  throw new CardDeclined('This is not a test card. Use 4242 4242 4242 4242.');
}

function buildReturnUrl({ id, success_url: url }: { id: string; success_url: string }): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
