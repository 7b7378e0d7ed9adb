import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { StripeSettings } from '#server/config.ts';
import { AppError, unprocessable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  type Checkout,
  isDisputed,
  type Mode,
  type PaymentFacts,
  readCheckout,
  readEvent,
  readPayment,
  readSubscription,
  type StripeEvent,
  type SubscriptionFacts,
} from './stripe-objects.ts';

/** The SDK's types allow its newest version alone, so this line changes with the SDK. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';
const maxNetworkRetries = 1;

export type Needs = Pick<Runtime, 'config' | 'fetch' | 'log' | 'clock'>;

/** The customer that we remember is not in this Stripe account: deleted there, or from another account. */
export class CustomerUnknown extends Error {
  override name = 'CustomerUnknown';
}

/** The body was not signed with our secret, or too long ago. */
export class SignatureWrong extends Error {
  override name = 'SignatureWrong';
}

/** Signed, but no event in a form that we know: Stripe sends it again, also after an update of ours. */
export class EventUnreadable extends Error {
  override name = 'EventUnreadable';
}

/**
 * The customer for a person who has none yet: one that was made just before we died is found again.
 *
 * @param replaces the customer that Stripe no longer knows; null where there was none.
 */
export async function createCustomer(
  needs: Needs,
  { userId, email, replaces }: { userId: string; email: string; replaces: string | null },
): Promise<string> {
  return callStripe(needs, async (stripe) => {
    const { data } = await stripe.customers.list({ email, limit: 100 });
    const known = data.find(({ metadata }) => metadata.userId === userId);
    if (known) return known.id;
    // Two requests at once make one customer. Stripe repeats its answer to a key for a day, failures
    // of its own included, so a key that lived for longer would keep them.
    const minute = Math.floor(needs.clock.now().getTime() / 60_000);
    const idempotencyKey = `customer:${userId}:${replaces ?? 'first'}:${minute}`;
    const { id } = await stripe.customers.create(
      { email, metadata: { userId } },
      { idempotencyKey },
    );
    return id;
  });
}

/** Deleting a customer ends their subscriptions. Payment pages that are open close first: nobody must pay for nothing. */
export async function deleteCustomer(needs: Needs, id: string): Promise<void> {
  await ifKnown(needs, async (stripe) => {
    const open = stripe.checkout.sessions.list({ customer: id, status: 'open' });
    for await (const session of open) await stripe.checkout.sessions.expire(session.id);
    return stripe.customers.del(id);
  });
}

/** @throws {CustomerUnknown} @throws {AppError} */
export async function createPortal(
  needs: Needs,
  { customerId, returnUrl }: { customerId: string; returnUrl: string },
): Promise<string> {
  const idempotencyKey = `portal:${customerId}:${randomUUID()}`;
  const { url } = await callStripe(needs, (stripe) =>
    stripe.billingPortal.sessions.create(
      { customer: customerId, return_url: returnUrl },
      { idempotencyKey },
    ),
  );
  return url;
}

export async function findCheckout(needs: Needs, id: string): Promise<Checkout | null> {
  const session = await ifKnown(needs, (stripe) => stripe.checkout.sessions.retrieve(id));
  return session && readCheckout(session);
}

export async function findSubscription(
  needs: Needs,
  id: string,
): Promise<SubscriptionFacts | null> {
  const subscription = await ifKnown(needs, (stripe) => stripe.subscriptions.retrieve(id));
  return subscription && readSubscription(subscription);
}

/** The payment that bought messages; null where it bought something else, or elsewhere. */
export async function findPayment(
  needs: Needs,
  paymentIntentId: string,
): Promise<PaymentFacts | null> {
  return callStripe(needs, async (stripe) => {
    const ofPayment = { payment_intent: paymentIntentId };
    const expand = ['data.payment_intent.latest_charge'];
    const sessions = await stripe.checkout.sessions.list({ ...ofPayment, limit: 1, expand });
    const [session] = sessions.data;
    if (!session) return null;
    // A charge stays marked as disputed when the dispute is won.
    const disputes = isDisputed(session) ? await stripe.disputes.list(ofPayment) : null;
    return readPayment(session, disputes?.data ?? []);
  });
}

/** As a key's own name tells (`sk_live_…`, `rk_test_…`, `sk_org_live_…`); null where it does not. */
function modeOf(secretKey: string): Mode | null {
  if (secretKey.includes('_live_')) return 'live';
  return secretKey.includes('_test_') ? 'test' : null;
}

/** @throws {SignatureWrong} @throws {EventUnreadable} */
export async function openEvent(
  needs: Needs,
  { rawBody, signature }: { rawBody: string; signature: string },
): Promise<StripeEvent> {
  const { Stripe } = await loadSdk();
  const { webhookSecret, secretKey } = settingsOf(needs);
  try {
    const event = Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret);
    return readEvent(event, modeOf(secretKey));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new SignatureWrong(error.message, { cause: error });
    }
    throw new EventUnreadable('not an event that can be read', { cause: error });
  }
}

/** Not loaded before it is needed: it takes 35 MB and 0.2 s. */
async function loadSdk() {
  const { default: Stripe } = await import('stripe');
  return { Stripe };
}

type Ask<Answer> = (stripe: Stripe) => Promise<Answer>;

/** @throws {CustomerUnknown} @throws {AppError} */
export async function callStripe<Answer>(needs: Needs, ask: Ask<Answer>): Promise<Answer> {
  const { Stripe } = await loadSdk();
  const { secretKey, apiUrl, timeoutMs } = settingsOf(needs);
  const { hostname, port, protocol, pathname } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(behindPath(needs.fetch, pathname)),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  });
  try {
    return await ask(stripe);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? translate(needs, error) : error;
  }
}

/** As callStripe; null for what is not there, whether it was asked for by its address or by a parameter (400). */
export async function ifKnown<Answer>(needs: Needs, ask: Ask<Answer>): Promise<Answer | null> {
  return callStripe(needs, (stripe) =>
    ask(stripe).catch((error: { statusCode?: number; code?: string }) => {
      if (error.statusCode === 404 || error.code === 'resource_missing') return null;
      throw error;
    }),
  );
}

/** The SDK knows a host but no path before its own; a proxy or a stand-in may live under one. */
function behindPath(call: typeof fetch, path: string): typeof fetch {
  if (path === '/') return call;
  return (input, init) => {
    const url = new URL(String(input));
    url.pathname = path + url.pathname;
    return call(url, init);
  };
}

function translate({ log }: Needs, error: Stripe.errors.StripeError): Error {
  const { type, code, param, message, requestId, statusCode } = error;
  if (code === 'resource_missing' && param === 'customer') {
    return new CustomerUnknown(message, { cause: error });
  }
  // The error itself holds the request's headers.
  log.error(
    { stripe: { type, code, param, message, requestId, statusCode } },
    'call to Stripe failed',
  );
  if (type === 'StripeCardError') return unprocessable(message);
  if (type === 'StripeRateLimitError') {
    return new AppError(429, 'The payment service is busy. Please try again in a minute.');
  }
  if (type === 'StripeInvalidRequestError') {
    return unprocessable("This can't be paid for right now. Please contact support.");
  }
  return unreachable();
}

export function unreachable(): AppError {
  return new AppError(502, "The payment service can't be reached. Please try again.");
}

/** @throws {AppError} 422 where no payments are taken. */
export function settingsOf({ config }: Needs): StripeSettings {
  if (!config.stripe) throw unprocessable('Payments are not set up here.');
  return config.stripe;
}
