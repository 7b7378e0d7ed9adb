import { randomUUID } from 'node:crypto';
import { conflict } from '#server/errors.ts';
import { productName } from '#shared/limits.ts';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { callStripe, ifKnown, type Needs, settingsOf, unreachable } from './stripe.ts';
import { readSubscription } from './stripe-objects.ts';

export type NewCheckout = {
  userId: string;
  customerId: string;
  plan: PaidPlanId;
  successUrl: string;
  cancelUrl: string;
};

export const alreadySubscribed = () =>
  conflict('You already have a subscription. You can change or cancel it in the billing portal.');

/**
 * Opens a payment page; one for a subscription only where no other can be paid beside it.
 * @throws {CustomerUnknown} @throws {AppError} 409 for a second subscription, and for another page at the same moment.
 */
export async function createCheckout(needs: Needs, checkout: NewCheckout): Promise<string> {
  if (checkout.plan === 'payg') return (await createPage(needs, checkout)).url;
  await leaveOnePage(needs, checkout, null);
  const page = await createPage(needs, checkout);
  // Again: somebody who asked at the same moment may not have seen this page, nor we theirs.
  return (await leaveOnePage(needs, checkout, page)) ?? page.url;
}

type Page = { id: string; created: number };

/**
 * Two subscriptions would be paid month by month, so of all pages for one that are open only `own` stays, and Stripe is
 * asked for a subscription that we may not have heard of yet. Of pages that were opened at once the newest stays: of any
 * two, whoever looks last sees both.
 * @returns the address of a newer page for the same plan; null where own stays.
 */
async function leaveOnePage(
  needs: Needs,
  { customerId: customer, plan }: NewCheckout,
  own: Page | null,
): Promise<string | null> {
  return ifKnown(needs, async (stripe) => {
    // One that is being paid right now can't be closed; then the subscription is there.
    const close = ({ id }: Page) => stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
    for await (const page of stripe.checkout.sessions.list({ customer, status: 'open' })) {
      if (page.mode !== 'subscription' || page.id === own?.id) continue;
      if (own && isNewer(page, own)) {
        await close(own);
        if (page.metadata?.plan === plan) return page.url;
        throw conflict(
          'Another payment page was opened at the same moment. Please pay there, or try again.',
        );
      }
      await close(page);
    }
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    if (data.every((each) => readSubscription(each).status === 'canceled')) return null;
    if (own) await close(own);
    throw alreadySubscribed();
  });
}

/** The same for whoever compares them, also within a second. */
function isNewer(page: Page, other: Page): boolean {
  return page.created === other.created ? page.id > other.id : page.created > other.created;
}

function ignoreRefusal(error: { statusCode?: number }): void {
  if (error.statusCode !== 400) throw error;
}

async function createPage(needs: Needs, checkout: NewCheckout): Promise<Page & { url: string }> {
  const { userId, plan } = checkout;
  const metadata = { userId, plan };
  const common = {
    customer: checkout.customerId,
    client_reference_id: userId,
    line_items: [{ quantity: 1, ...priceOf(needs, plan) }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata,
  };
  // A page each time it is asked for: yesterday's may have been paid or closed. The key is for tries of this one.
  const idempotencyKey = `checkout:${userId}:${plan}:${randomUUID()}`;
  // Later events carry the payment or the subscription alone: these say whose it is as well.
  const { id, created, url } = await callStripe(needs, (stripe) =>
    stripe.checkout.sessions.create(
      plan === 'payg'
        ? { ...common, mode: 'payment', payment_intent_data: { metadata } }
        : { ...common, mode: 'subscription', subscription_data: { metadata } },
      { idempotencyKey },
    ),
  );
  if (!url) throw unreachable();
  return { id, created, url };
}

function priceOf(needs: Needs, plan: PaidPlanId) {
  const price = settingsOf(needs).prices[plan];
  if (price) return { price };
  const recurring = {
    payg: {},
    monthly: { recurring: { interval: 'month' } },
    annual: { recurring: { interval: 'year' } },
  } as const;
  return {
    price_data: {
      currency: 'usd',
      unit_amount: Math.round(plans[plan].price * 100),
      product_data: { name: `${productName}: ${plans[plan].name}` },
      ...recurring[plan],
    },
  };
}
