import { randomUUID } from 'node:crypto';
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

/**
 * Whether another subscription may be paid for. Two would be paid month by month, so pages for one that are still open
 * close, and Stripe is asked for what we may not have heard of yet.
 * @throws {AppError}
 */
export async function maySubscribe(needs: Needs, customer: string): Promise<boolean> {
  const found = await ifKnown(needs, async (stripe) => {
    for await (const { id, mode } of stripe.checkout.sessions.list({ customer, status: 'open' })) {
      // One that is being paid right now can't be closed; then the subscription is there.
      if (mode === 'subscription') await stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
    }
    return stripe.subscriptions.list({ customer, limit: 100 });
  });
  return (found?.data ?? []).every((each) => readSubscription(each).status === 'canceled');
}

function ignoreRefusal(error: { statusCode?: number }): void {
  if (error.statusCode !== 400) throw error;
}

/**
 * Opens a payment page.
 * @throws {CustomerUnknown} @throws {AppError}
 */
export async function createCheckout(needs: Needs, checkout: NewCheckout): Promise<string> {
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
  const { url } = await callStripe(needs, (stripe) =>
    stripe.checkout.sessions.create(
      plan === 'payg'
        ? { ...common, mode: 'payment', payment_intent_data: { metadata } }
        : { ...common, mode: 'subscription', subscription_data: { metadata } },
      { idempotencyKey },
    ),
  );
  if (!url) throw unreachable();
  return url;
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
