import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FailureKey } from '#sandbox/stripe/failures.ts';
import { cards } from '#sandbox/stripe/payments.ts';
import { users } from '#server/db/schema.ts';
import { signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { deliver, type StripeEvent, withholdEvents } from '#test/stripe-events.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => failWith(null));
afterAll(() => test.close());

const checkoutPath = '/api/subscription/create-checkout-session';
const portalPath = '/api/subscription/create-portal-session';
const unreachable = "The payment service can't be reached. Please try again.";
const busy = 'The payment service is busy. Please try again in a minute.';
const failures: [FailureKey, status: number, message: string][] = [
  ['down', 502, unreachable],
  ['broken', 502, unreachable],
  ['busy', 429, busy],
  ['declined', 422, 'Your card was declined.'],
  ['silent', 502, unreachable],
  ['disconnected', 502, unreachable],
];
/** Silence would take every test the whole time limit. */
function failWith(failure: FailureKey | null): void {
  getStripe(test).failWith(failure);
  const timeoutMs = failure === 'silent' ? 100 : 10_000;
  Object.assign(test.runtime.config.stripe ?? {}, { timeoutMs });
}
const customersOf = (userId: string) =>
  [...getStripe(test).account.customers.values()].filter(
    ({ metadata }) => metadata.userId === userId,
  );
const aMinute = 60_000;

describe('while Stripe fails', () => {
  it.each(failures)(
    "a payment page can't be opened (%s), and nothing is left half done",
    async (failure, status, message) => {
      const { user, call } = await signIn(test);
      failWith(failure);
      const reply = await call('POST', checkoutPath, { plan: 'monthly' });
      expect([reply.status, reply.body]).toEqual([status, { message }]);
      expect(await getUser(test.runtime.db, user.id)).toEqual(user);
      failWith(null);
      // Stripe repeats a failure for its key.
      await test.advance(aMinute);
      const { session } = await openCheckout(test, call, 'monthly');
      expect(customersOf(user.id).map(({ id }) => id)).toEqual([session.customer]);
    },
  );

  it.each(failures)("the billing portal can't be opened (%s)", async (failure, status, message) => {
    const { call } = await signIn(test);
    await buy(test, call, 'payg');
    failWith(failure);
    const reply = await call('POST', portalPath);
    expect([reply.status, reply.body]).toEqual([status, { message }]);
    failWith(null);
    expect((await call('POST', portalPath)).status).toBe(200);
  });

  it.each(failures)('an event is applied when it is repeated (%s)', async (failure) => {
    const { user, call } = await signIn(test);
    const checkout = await openCheckout(test, call, 'monthly');
    const told = await withholdEvents(test, () =>
      getStripe(test).payments.pay(checkout, cards.good),
    );
    failWith(failure);
    const before = await getUser(test.runtime.db, user.id);
    for (const event of told) expect((await deliver(test, event)).status).toBe(500);
    expect(await getUser(test.runtime.db, user.id)).toEqual(before);
    failWith(null);
    for (const event of told) expect((await deliver(test, event)).status).toBe(200);
    expect((await getUser(test.runtime.db, user.id)).subExpiration).not.toBeNull();
  });
});

it("every create request carries a key, so that the SDK's retry creates nothing twice", async () => {
  const { call } = await signIn(test);
  const { wire } = test.sandbox;
  const before = wire.length;
  await subscribe(test, call, 'monthly');
  await call('POST', portalPath);
  const creates = wire.slice(before).filter(({ kind }) => kind === 'payment');
  expect(creates.map(({ title }) => title.split(' ')[1])).toEqual([
    'customers',
    'checkout/sessions',
    'billing_portal/sessions',
  ]);
  const keys = creates.map(({ request }) => request.headers['idempotency-key'] ?? '');
  expect(keys.map((key) => key.split(':')[0])).toEqual(['customer', 'checkout', 'portal']);
});

it('a customer that Stripe created just before a crash is found again', async () => {
  const { user, call } = await signIn(test);
  const { session } = await openCheckout(test, call, 'payg');
  const lost = { stripeCustomerId: null };
  await test.runtime.db.update(users).set(lost).where(eq(users.id, user.id));
  await test.advance(aMinute);
  expect((await openCheckout(test, call, 'payg')).session.customer).toBe(session.customer);
  expect(customersOf(user.id)).toHaveLength(1);
});

describe('when time passes at Stripe', () => {
  const day = 86_400;

  it('subscriptions renew, and the person sees the new period', async () => {
    const { call } = await signIn(test);
    const { items } = await subscribe(test, call, 'monthly');
    await getStripe(test).moveClock(31 * day);
    const { subscription } = (await call('GET', '/api/subscription')).body;
    expect(subscription.status).toBe('active');
    const end = items.data[0]?.current_period_end ?? 0;
    expect(Date.parse(subscription.currentPeriodEnd)).toBeGreaterThan(end * 1000);
  });

  it('a canceled subscription ends, and unlimited messages with it', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'annual');
    await getStripe(test).payments.cancelAtPeriodEnd(subscription);
    await getStripe(test).moveClock(366 * day);
    expect((await call('GET', '/api/subscription')).body.subscription.status).toBe('canceled');
    expect((await getUser(test.runtime.db, user.id)).subExpiration).toBeNull();
  });

  it('a failing card leaves the subscription past due for a week, then ends it', async () => {
    const { user, call } = await signIn(test);
    const { id } = await subscribe(test, call, 'monthly');
    const { account, moveClock } = getStripe(test);
    account.failingCards.add(id);
    await moveClock(31 * day);
    expect((await call('GET', '/api/subscription')).body.subscription.status).toBe('past_due');
    expect((await getUser(test.runtime.db, user.id)).subExpiration).not.toBeNull();
    await moveClock(7 * day);
    expect((await call('GET', '/api/subscription')).body.subscription.status).toBe('canceled');
    expect((await getUser(test.runtime.db, user.id)).subExpiration).toBeNull();
  });

  it.each([
    [true, 55],
    [false, 5],
  ])(
    'a bank payment may or may not arrive (%s), and grants messages only if it does',
    async (isPaid, left) => {
      const { user, call } = await signIn(test);
      const checkout = await openCheckout(test, call, 'payg');
      await getStripe(test).payments.payLater(checkout, { isPaid });
      const readGranted = async () => (await getUser(test.runtime.db, user.id)).paidMessages;
      expect(await readGranted()).toBe(5);
      const open = await call('GET', `/api/stripe/session/${checkout.session.id}`);
      expect([open.status, open.body.message]).toEqual([409, 'This payment is not complete yet.']);
      await getStripe(test).moveClock(day);
      expect(await readGranted()).toBe(left);
    },
  );
});

it('changes since a backup are restored when Stripe repeats its events', async () => {
  const restored = await startTestApp();
  const { user, call } = await signIn(test);
  const { db } = restored.runtime;
  const backup = await getUser(test.runtime.db, user.id);
  await db.insert(users).values({ ...backup, paidMessages: 0 });
  // As after a restore: the same Stripe account, no known event.
  Object.assign(restored.runtime.config.stripe ?? {}, test.runtime.config.stripe);
  const { wire } = test.sandbox;
  const before = wire.length;
  await buy(test, call, 'payg');
  const subscription = await subscribe(test, call, 'monthly');
  await getStripe(test).payments.cancelAtPeriodEnd(subscription);
  const told = wire
    .slice(before)
    .filter(({ kind }) => kind === 'webhook')
    .map(({ request }) => JSON.parse(request.body) as StripeEvent);
  for (const event of told.toReversed()) {
    expect((await deliver(restored, event)).status).toBe(200);
  }
  const wanted = await getUser(test.runtime.db, user.id);
  expect(await getUser(db, user.id)).toMatchObject({
    paidMessages: 50,
    subExpiration: wanted.subExpiration,
    stripeSubscriptionId: subscription.id,
  });
  await restored.close();
});
