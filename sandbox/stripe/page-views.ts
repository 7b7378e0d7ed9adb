import type { Account } from './account.ts';
import type { FailureKey } from './failures.ts';
import { toPaymentIntentId } from './invoices.ts';
import type { Checkout, CheckoutSession, PortalSession, Subscription } from './objects.ts';
import { cards, getPeriod } from './payments.ts';
import { type Item, toItem, toPlanItem } from './prices.ts';
import { findDispute } from './refunds.ts';

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

/** `id`: an invoice's, or a charge's. */
export function showReceipt(account: Account, id: string) {
  const charge = [...account.charges.values()].find(
    (one) => one.id === id || one.payment_intent === toPaymentIntentId(id),
  );
  if (!charge) return null;
  const { amount, currency, created, amount_refunded: refunded } = charge;
  const email = account.customers.get(charge.customer ?? '')?.email ?? null;
  return { number: id.slice(-8).toUpperCase(), amount, currency, created, refunded, email };
}

export function showOverview(account: Account, failure: FailureKey | null) {
  return {
    failure,
    now: account.now(),
    checkouts: listNewest(account.checkouts).map(({ session, item, bank }) => ({
      isSettling: bank !== undefined,
      id: session.id,
      status: bank ? 'waiting' : isUnpaid(session) ? 'unpaid' : session.status,
      charge: showCharge(account, session.payment_intent),
      url: session.url,
      email: session.customer_details.email,
      createdAt: session.created,
      item,
    })),
    subscriptions: listNewest(account.subscriptions).map((subscription) => ({
      ...showSubscription(account, subscription),
      email: account.customers.get(subscription.customer)?.email ?? null,
    })),
  };
}

/** A failed bank payment. */
function isUnpaid({ status, payment_status: payment }: CheckoutSession): boolean {
  return status === 'complete' && payment === 'unpaid';
}

function showCharge(account: Account, paymentIntent: string | null) {
  const charge = account.charges.get(paymentIntent ?? '');
  if (!charge) return null;
  const { amount, amount_refunded: refunded } = charge;
  return { amount, refunded, dispute: findDispute(account, charge)?.status ?? null };
}

function listNewest<Thing>(things: Map<string, Thing>): Thing[] {
  return [...things.values()].slice(-newestShown).reverse();
}

function showSubscription(account: Account, subscription: Subscription) {
  const { price, current_period_end: periodEnd } = getPeriod(subscription);
  const { status, cancel_at: cancelAt } = subscription;
  const item = toItem(price);
  const hasGoodCard = !account.failingCards.has(subscription.id);
  return { status, item, periodEnd, cancelAt, hasGoodCard };
}

/** The portal offers two plans. */
export function otherItem(subscription: Subscription): Item {
  const isAnnual = getPeriod(subscription).price.recurring?.interval === 'year';
  return toPlanItem(isAnnual ? 'monthly' : 'annual');
}
