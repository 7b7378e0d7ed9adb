import { plans } from '#shared/plans.ts';
import type { Account } from './account.ts';
import type { FailureKey } from './failures.ts';
import type { Checkout, CheckoutSession, Item, PortalSession, Subscription } from './objects.ts';
import { cards, periodOf } from './payments.ts';
import { findDispute } from './reversals.ts';

const newestShown = 50;

export function showCheckout({ session, item }: Checkout) {
  return {
    status: session.status,
    item,
    email: session.customer_details.email,
    cancelUrl: session.cancel_url,
    cards,
  };
}

export function showPortal(
  account: Account,
  portal: PortalSession,
  subscription: Subscription | null,
) {
  return {
    email: account.customers.get(portal.customer)?.email ?? null,
    returnUrl: portal.return_url,
    subscription: subscription && showSubscription(account, subscription),
    now: account.now(),
    other: subscription && otherItem(subscription),
  };
}

export function showOverview(account: Account, failure: FailureKey | null) {
  return {
    failure,
    now: account.now(),
    checkouts: newest(account.checkouts).map(({ session, item, bank }) => ({
      isSettling: bank !== undefined,
      id: session.id,
      status: bank ? 'waiting' : isUnpaid(session) ? 'unpaid' : session.status,
      charge: showCharge(account, session.payment_intent),
      url: session.url,
      email: session.customer_details.email,
      createdAt: session.created,
      item,
    })),
    subscriptions: newest(account.subscriptions).map((subscription) => ({
      ...showSubscription(account, subscription),
      email: account.customers.get(subscription.customer)?.email ?? null,
    })),
  };
}

/** Stripe is done with the page, and no money came. */
function isUnpaid({ status, payment_status: payment }: CheckoutSession): boolean {
  return status === 'complete' && payment === 'unpaid';
}

function showCharge(account: Account, paymentIntent: string | null) {
  const charge = account.charges.get(paymentIntent ?? '');
  if (!charge) return null;
  const { amount, amount_refunded: refunded } = charge;
  return { amount, refunded, dispute: findDispute(account, charge)?.status ?? null };
}

function newest<Thing>(things: Map<string, Thing>): Thing[] {
  return [...things.values()].slice(-newestShown).reverse();
}

function showSubscription(account: Account, subscription: Subscription) {
  const { price, current_period_end: periodEnd } = periodOf(subscription);
  const { status, cancel_at: cancelAt, currency } = subscription;
  const { unit_amount: amount, nickname: name, recurring } = price;
  const item: Item = { name, amount, currency, interval: recurring.interval };
  const hasGoodCard = !account.failingCards.has(subscription.id);
  return { status, item, periodEnd, cancelAt, hasGoodCard };
}

/** What the portal offers instead: the other of the two subscriptions on sale. */
export function otherItem(subscription: Subscription): Item {
  const { price } = periodOf(subscription);
  const isAnnual = price.recurring.interval === 'year';
  const plan = isAnnual ? plans.monthly : plans.annual;
  return {
    name: plan.name,
    amount: Math.round(plan.price * 100),
    currency: subscription.currency,
    interval: isAnnual ? 'month' : 'year',
  };
}
