import type { Account } from './account.ts';
import { newCharge, paymentOf } from './charges.ts';
import type { Events } from './events.ts';
import { newId } from './ids.ts';
import {
  addPeriod,
  type Checkout,
  day,
  type Item,
  newInvoice,
  newSubscription,
  newSubscriptionItem,
  type Subscription,
} from './objects.ts';

/** Words for whoever holds the card. */
export class CardDeclined extends Error {}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
} as const;

export type Payments = ReturnType<typeof createPayments>;

/** What people do at Stripe, and what happens there by itself; the product hears of all of it. */
export function createPayments(account: Account, events: Events) {
  const changed = async (
    subscription: Subscription,
    change: Partial<Subscription>,
    type: 'updated' | 'deleted' = 'updated',
  ) => {
    const names = Object.keys(change) as (keyof Subscription)[];
    const previous = Object.fromEntries(names.map((name) => [name, subscription[name]]));
    Object.assign(subscription, change);
    account.save();
    const kind = `customer.subscription.${type}`;
    const isUpdate = type === 'updated';
    await events.tell([{ type: kind, object: subscription, ...(isUpdate && { previous }) }]);
  };
  const invoiceFor = (subscription: Subscription, reason: string, isPaid: boolean) =>
    newInvoice(subscription, { reason, isPaid, created: account.now() });
  const tellOfInvoice = (subscription: Subscription, reason: string, isPaid: boolean) =>
    events.tell([
      {
        type: isPaid ? 'invoice.paid' : 'invoice.payment_failed',
        object: invoiceFor(subscription, reason, isPaid),
      },
    ]);
  const takeMoney = (checkout: Checkout) => {
    const charge = newCharge(checkout, { created: account.now() });
    const paid = { payment_status: 'paid', payment_intent: charge.payment_intent } as const;
    Object.assign(checkout.session, paid);
    account.charges.set(charge.payment_intent, charge);
    account.save();
  };

  return {
    /**
     * Pays with this card, and tells the product before the payer goes back.
     * @returns where the payer goes.
     */
    async pay(checkout: Checkout, cardNumber: string): Promise<string> {
      refuseBadCard(cardNumber);
      const { session, item } = checkout;
      Object.assign(session, { status: 'complete', url: null, payment_status: 'paid' });
      const completed = { type: 'checkout.session.completed', object: session };
      if (session.mode === 'payment') {
        takeMoney(checkout);
        await events.tell([completed]);
        return returnTo(session);
      }
      const customer = session.customer ?? newId('cus', 14);
      const metadata = checkout.innerMetadata;
      const created = account.now();
      const subscription = newSubscription({ customer, item, metadata, created });
      const invoice = invoiceFor(subscription, 'subscription_create', true);
      subscription.latest_invoice = invoice.id;
      session.customer = customer;
      session.subscription = subscription.id;
      session.invoice = invoice.id;
      account.subscriptions.set(subscription.id, subscription);
      const payment = paymentOf(invoice.id);
      account.charges.set(payment, newCharge(checkout, { created, payment }));
      account.save();
      await events.tell([
        { type: 'customer.subscription.created', object: subscription },
        completed,
        { type: 'invoice.paid', object: invoice },
      ]);
      return returnTo(session);
    },

    /**
     * Pays from a bank account: the page is done with at once, and a day later the money comes or does not.
     * @returns where the payer goes.
     */
    async payLater(checkout: Checkout, { isPaid }: { isPaid: boolean }): Promise<string> {
      const { session } = checkout;
      if (session.mode !== 'payment')
        throw new CardDeclined('Subscriptions are paid by card here.');
      Object.assign(session, { status: 'complete', url: null });
      checkout.bank = { settlesAt: account.now() + day, isPaid };
      account.save();
      await events.tell([{ type: 'checkout.session.completed', object: session }]);
      return returnTo(session);
    },

    /** What the bank says a day later. */
    async settleLate(checkout: Checkout, { isPaid }: { isPaid: boolean }): Promise<void> {
      const { session } = checkout;
      delete checkout.bank;
      if (isPaid) takeMoney(checkout);
      account.save();
      const type = `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`;
      await events.tell([{ type, object: session }]);
    },

    /** Nobody has paid for a day. */
    async expire({ session }: Checkout): Promise<void> {
      Object.assign(session, { status: 'expired', url: null });
      account.save();
      await events.tell([{ type: 'checkout.session.expired', object: session }]);
    },

    /** With flexible billing the flag stays false and the date says it (page "Cancel subscriptions"). */
    cancelAtPeriodEnd: (subscription: Subscription) =>
      changed(subscription, {
        cancel_at: periodOf(subscription).current_period_end,
        canceled_at: account.now(),
      }),

    resume: (subscription: Subscription) =>
      changed(subscription, { cancel_at: null, canceled_at: null }),

    /** Another interval begins at once with a period of its own. */
    async changePlan(subscription: Subscription, item: Item): Promise<void> {
      const data = [newSubscriptionItem(subscription.id, item, account.now())];
      const items = { ...subscription.items, data };
      await changed(subscription, { items, cancel_at: null, canceled_at: null });
      await tellOfInvoice(subscription, 'subscription_update', true);
    },

    /** The next period begins, and its payment succeeds or fails; a payment that is late is tried again. */
    async renew(subscription: Subscription, { isPaid }: { isPaid: boolean }): Promise<void> {
      if (subscription.status === 'past_due') {
        if (isPaid) await changed(subscription, { status: 'active' });
        return tellOfInvoice(subscription, 'subscription_cycle', isPaid);
      }
      const { current_period_end: start, price, ...rest } = periodOf(subscription);
      const end = addPeriod(start, price.recurring.interval);
      const period = { current_period_start: start, current_period_end: end };
      const items = { ...subscription.items, data: [{ ...rest, price, ...period }] };
      await changed(subscription, { items, status: isPaid ? 'active' : 'past_due' });
      await tellOfInvoice(subscription, 'subscription_cycle', isPaid);
    },

    /** Ended now: by hand, or because Stripe gave up taking a late payment. */
    end: (subscription: Subscription) =>
      changed(subscription, { status: 'canceled', ended_at: account.now() }, 'deleted'),
  };
}

type Period = Subscription['items']['data'][number];

export function periodOf(subscription: Subscription): Period {
  return subscription.items.data[0] as Period; // each has exactly one
}

/** Numbers of Stripe's page "Testing". */
function refuseBadCard(typed: string): void {
  const number = typed.replace(/\D/g, '');
  if (number === cards.good) return;
  if (number === cards.declined) throw new CardDeclined('Your card was declined.');
  throw new CardDeclined('This is not a test card. Use 4242 4242 4242 4242.');
}

function returnTo({ id, success_url: url }: { id: string; success_url: string }): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
