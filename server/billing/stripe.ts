import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeSettings } from '#server/config.ts';
import { AppError, badGateway, unprocessable } from '#server/errors.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { takeObjects } from './stripe-answers.ts';
import { type Mode, readEvent, type StripeEvent } from './stripe-events.ts';
import {
  type Checkout,
  isDisputed,
  type PaymentFacts,
  pageUrl,
  type Returned,
  readCheckout,
  readPayment,
  readReturned,
  stripeName,
} from './stripe-objects.ts';
import { type Ours, readSubscription, type SubscriptionFacts } from './stripe-subscriptions.ts';

/** The SDK's types allow only its newest version. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';
const maxNetworkRetries = 1;

export type Needs = Pick<Runtime, 'config' | 'fetch' | 'log' | 'clock'>;

/** The stored customer was deleted, or belongs to another Stripe account. */
export class CustomerUnknown extends Error {
  override name = 'CustomerUnknown';
}

/** Not signed with our secret, or too old. */
export class SignatureWrong extends Error {
  override name = 'SignatureWrong';
}

/** Signed but unreadable; Stripe sends it again. */
export class EventUnreadable extends Error {
  override name = 'EventUnreadable';
}

/** @param replaces the customer that Stripe no longer knows. */
export async function createCustomer(
  needs: Needs,
  { userId, email, replaces }: { userId: string; email: string; replaces: string | null },
): Promise<string> {
  return callStripe(needs, async (stripe) => {
    const { data } = await stripe.customers.list({ email, limit: 100 });
    const known = data.find(({ metadata }) => metadata.userId === userId);
    if (known) return stripeName.parse(known.id);
    // Simultaneous requests share the key. It changes every minute: Stripe repeats its answer, even a failure, for a
    // day.
    const minute = Math.floor(needs.clock.now().getTime() / 60_000);
    const idempotencyKey = `customer:${userId}:${replaces ?? 'first'}:${minute}`;
    const { id } = await stripe.customers.create(
      { email, metadata: { userId } },
      { idempotencyKey },
    );
    return stripeName.parse(id);
  });
}

/** @throws {CustomerUnknown} @throws {AppError} */
export async function createPortal(
  needs: Needs,
  { customerId, returnUrl }: { customerId: string; returnUrl: string },
): Promise<string> {
  const idempotencyKey = `portal:${customerId}:${randomUUID()}`;
  return callStripe(needs, async (stripe) => {
    const { url } = await stripe.billingPortal.sessions.create(
      { customer: customerId, return_url: returnUrl },
      { idempotencyKey },
    );
    return pageUrl.parse(url);
  });
}

export async function findCheckout(needs: Needs, id: string): Promise<Checkout | null> {
  return callOrNull(needs, async (stripe) =>
    readCheckout(await stripe.checkout.sessions.retrieve(id)),
  );
}

/** Null for an unknown one and for another product's. */
export async function findSubscription(
  needs: Needs,
  id: string,
  known: Ours['known'],
): Promise<SubscriptionFacts | null> {
  return callOrNull(needs, async (stripe) =>
    readSubscription(await stripe.subscriptions.retrieve(id), oursOf(needs, known)),
  );
}

export function oursOf(needs: Needs, known: Ours['known']): Ours {
  return { prices: settingsOf(needs).prices, known };
}

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
    // A charge stays marked as disputed even after the dispute is won.
    const disputes = isDisputed(session) ? await stripe.disputes.list(ofPayment) : null;
    return readPayment(session, disputes?.data ?? []);
  });
}

/** Null if the payment was for no invoice. */
export async function findReturned(
  needs: Needs,
  paymentIntentId: string,
): Promise<Returned | null> {
  return callStripe(needs, async (stripe) => {
    const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
    const expand = ['data.payment.payment_intent.latest_charge'];
    const { data } = await stripe.invoicePayments.list({ payment, limit: 1, expand });
    return data[0] ? readReturned(data[0]) : null;
  });
}

/** For `sk_live_…`, `rk_test_…`, `sk_org_live_…`; null for other keys. */
function readMode(secretKey: string): Mode | null {
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
    return readEvent(event, readMode(secretKey));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new SignatureWrong(error.message, { cause: error });
    }
    throw new EventUnreadable('not an event that can be read', { cause: error });
  }
}

type EventPage = {
  events: StripeEvent[];
  unreadable: { id: string; error: unknown }[];
  /** Null after the last page. */
  next: string | null;
};

/** Newest first. */
export async function listEventPage(
  needs: Needs,
  { since, after }: { since: Date; after: string | null },
): Promise<EventPage> {
  const mode = readMode(settingsOf(needs).secretKey);
  return callStripe(needs, async (stripe) => {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const { data, has_more: hasMore } = await stripe.events.list({
      ...{ created, limit: 100 },
      ...(after && { starting_after: after }),
    });
    const page: EventPage = { events: [], unreadable: [], next: null };
    for (const event of data) {
      try {
        page.events.push(readEvent(event, mode));
      } catch (error) {
        page.unreadable.push({ id: event.id, error });
      }
    }
    return { ...page, next: hasMore ? (data.at(-1)?.id ?? null) : null };
  });
}

/** On first use: it takes 35 MB and 0.2 s. */
async function loadSdk() {
  const { default: Stripe } = await import('stripe');
  return { Stripe };
}

/** `call` also reads what it gets, so that an answer of another shape is Stripe's failure, not ours. */
type StripeCall<Answer> = (stripe: Stripe) => Promise<Answer>;

/** @throws {CustomerUnknown} @throws {AppError} */
export async function callStripe<Answer>(needs: Needs, call: StripeCall<Answer>): Promise<Answer> {
  const { Stripe } = await loadSdk();
  const { secretKey, apiUrl, timeoutMs } = settingsOf(needs);
  const { hostname, port, protocol, pathname } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(takeObjects(withBasePath(needs.fetch, pathname))),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  });
  try {
    return await call(stripe);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw toAppError(needs, error);
    throw isOfOddAnswer(error) ? answerUnusable(needs, error) : error;
  }
}

/** Null for an unknown object: Stripe answers 404, or 400 for a parameter. */
export async function callOrNull<Answer>(
  needs: Needs,
  call: StripeCall<Answer>,
): Promise<Answer | null> {
  return callStripe(needs, (stripe) =>
    call(stripe).catch((error: { statusCode?: number; code?: string }) => {
      if (error.statusCode === 404 || error.code === 'resource_missing') return null;
      throw error;
    }),
  );
}

/** The SDK accepts only a host; a proxy or stand-in may have a path. */
function withBasePath(call: typeof fetch, path: string): typeof fetch {
  if (path === '/') return call;
  return (input, init) => {
    const url = new URL(String(input));
    url.pathname = path + url.pathname;
    return call(url, init);
  };
}

function toAppError({ log, config }: Needs, error: Stripe.errors.StripeError): Error {
  const { type, code, param, message, requestId, statusCode } = error;
  if (code === 'resource_missing' && param === 'customer') {
    return new CustomerUnknown(message, { cause: error });
  }
  // The message quotes our request, and the error holds its headers.
  log.error({ stripe: { type, code, param, requestId, statusCode } }, 'call to Stripe failed');
  if (type === 'StripeCardError') return unprocessable('Your card was declined.');
  if (type === 'StripeRateLimitError') {
    return new AppError(429, 'The payment service is busy. Please try again in a minute.');
  }
  if (type === 'StripeInvalidRequestError') {
    const support = config.supportEmail ? `support: ${config.supportEmail}` : 'support';
    return unprocessable(`This can't be paid for right now. Please contact ${support}.`);
  }
  return stripeUnreachable();
}

function isOfOddAnswer(error: unknown): boolean {
  const kinds = [z.ZodError, TypeError, RangeError, SyntaxError];
  return kinds.some((kind) => error instanceof kind);
}

function answerUnusable({ log }: Needs, error: unknown): AppError {
  log.error({ err: toLoggableError(error) }, "Stripe's answer can't be read");
  return badGateway("The payment service's answer can't be used. Please try again later.");
}

function stripeUnreachable(): AppError {
  return new AppError(502, "The payment service can't be reached. Please try again.");
}

/** @throws {AppError} 422 if payments are not set up. */
export function settingsOf({ config }: Needs): StripeSettings {
  if (!config.stripe) throw unprocessable('Payments are not set up here.');
  return config.stripe;
}
