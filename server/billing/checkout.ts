import { randomUUID } from 'node:crypto';
import { conflict } from '#server/errors.ts';
import { productName } from '#shared/limits.ts';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { callOrNull, callStripe, type Needs, oursOf, settingsOf } from './stripe.ts';
import { readPages } from './stripe-answers.ts';
import { pageUrl } from './stripe-objects.ts';
import { readSubscription } from './stripe-subscriptions.ts';

export type NewCheckout = {
  userId: string;
  customerId: string;
  plan: PaidPlanId;
  successUrl: string;
  cancelUrl: string;
};

export const alreadySubscribed = () =>
  conflict('You already have a subscription. You can change or cancel it in the billing portal.');

/** @throws {CustomerUnknown} @throws {AppError} 409 for a second subscription or a page opened at the same moment. */
export async function createCheckout(needs: Needs, checkout: NewCheckout): Promise<string> {
  if (checkout.plan === 'payg') return (await createPage(needs, checkout)).url;
  await closeOtherPages(needs, checkout, null);
  const page = await createPage(needs, checkout);
  // Again: simultaneous requests may have missed each other's page.
  return (await closeOtherPages(needs, checkout, page)) ?? page.url;
}

type Page = { id: string; created: number };

/**
 * Only the newest page stays, so a person never pays for two subscriptions. Of two requests, the later check sees both.
 * @returns the address of a newer page for the same plan; null if `own` stays.
 */
async function closeOtherPages(
  needs: Needs,
  { userId, customerId: customer, plan }: NewCheckout,
  own: Page | null,
): Promise<string | null> {
  return callOrNull(needs, async (stripe) => {
    // A page being paid can't be closed; the list below then has the subscription.
    const close = ({ id }: Page) => stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
    const open = { customer, status: 'open' } as const;
    const pages = readPages((cursor) => stripe.checkout.sessions.list({ ...open, ...cursor }));
    for await (const page of pages) {
      // Another product may sell to the same customer.
      const isOurs = page.mode === 'subscription' && page.metadata?.userId === userId;
      if (!isOurs || page.id === own?.id) continue;
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
    const ours = data.flatMap((each) => readSubscription(each, oursOf(needs, null)) ?? []);
    if (ours.every(({ status }) => status === 'canceled')) return null;
    if (own) await close(own);
    throw alreadySubscribed();
  });
}

/** Both requests must pick the same page. */
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
  // Covers only the SDK's retries of this call: an earlier page may be paid or closed.
  const idempotencyKey = `checkout:${userId}:${plan}:${randomUUID()}`;
  // Later events carry only the payment or the subscription.
  return callStripe(needs, async (stripe) => {
    const { id, created, url } = await stripe.checkout.sessions.create(
      plan === 'payg'
        ? { ...common, mode: 'payment', payment_intent_data: { metadata } }
        : { ...common, mode: 'subscription', subscription_data: { metadata } },
      { idempotencyKey },
    );
    return { id, created, url: pageUrl.parse(url) };
  });
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
