import type { Checkout, Subscription } from '#sandbox/stripe/objects.ts';
import { cards } from '#sandbox/stripe/payments.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import type { signIn } from './api-client.ts';
import type { TestApp } from './runtime.ts';

type Call = Awaited<ReturnType<typeof signIn>>['call'];

export function getStripe({ sandbox }: TestApp) {
  if (!sandbox.stripe) throw new Error('This app takes payments at the real Stripe.');
  return sandbox.stripe;
}

export function findCheckout(test: TestApp, url: string): Checkout {
  const checkout = getStripe(test).account.checkouts.get(url.split('/').at(-1) ?? '');
  if (!checkout) throw new Error(`No payment page at ${url}`);
  return checkout;
}

let buyers = 0;

/** Each from a network of its own, which has a limit. */
export async function openCheckout(test: TestApp, call: Call, plan: PaidPlanId): Promise<Checkout> {
  const address = `10.0.${Math.floor(++buyers / 256)}.${buyers % 256}`;
  const path = '/api/subscription/create-checkout-session';
  const { body } = await call('POST', path, { plan }, {}, address);
  return findCheckout(test, body.url);
}

/** Resolves once the product has the events. */
export async function buy(test: TestApp, call: Call, plan: PaidPlanId): Promise<Checkout> {
  const checkout = await openCheckout(test, call, plan);
  await getStripe(test).payments.pay(checkout, cards.good);
  return checkout;
}

export async function subscribe(
  test: TestApp,
  call: Call,
  plan: 'monthly' | 'annual',
): Promise<Subscription> {
  const { session } = await buy(test, call, plan);
  return getStripe(test).account.subscriptions.get(session.subscription ?? '') as Subscription;
}
