import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Checkout } from '#sandbox/stripe/objects.ts';
import { bankPayments } from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import { signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout } from '#test/checkout.ts';
import { getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, deliver } from '#test/stripe-events.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const path = '/api/subscription/create-checkout-session';
const words =
  'Your bank payment of $9.99 is on its way, usually for up to 5 business days. If it fails, you can pay again.';
const money = { amount: 999, currency: 'usd' };

async function aPayer() {
  const { user, call } = await signIn(test);
  const checkout = await openCheckout(test, call, 'payg');
  const read = async () => (await call('GET', '/api/subscription')).body.bankPayment;
  const choose = async (plan: string) => (await call('POST', path, { plan })).status;
  return { user, call, checkout, read, choose };
}
const payLater = (checkout: Checkout) =>
  getStripe(test).payments.payLater(checkout, { isPaid: true });
const settle = (checkout: Checkout, isPaid: boolean) =>
  getStripe(test).payments.settleLate(checkout, { isPaid });
const makeOlder = (userId: string, days: number) => {
  const time = new Date(test.runtime.clock.now().getTime() - days * dayMs);
  const { db } = test.runtime;
  return db
    .update(bankPayments)
    .set({ createdAt: time, updatedAt: time })
    .where(eq(bankPayments.userId, userId));
};

it('shows a bank payment on its way, and sells the same only once', async () => {
  const { user, call, checkout, read, choose } = await aPayer();
  expect(await read()).toBeNull();
  await payLater(checkout);
  expect(await read()).toMatchObject({ state: 'pending', plan: 'payg', money });
  const again = await call('POST', path, { plan: 'payg' });
  expect([again.status, again.body.message]).toEqual([409, words]);
  expect(await choose('monthly')).toBe(200);
  expect((await getUser(test.runtime.db, user.id)).paidMessages).toBe(5);
  await settle(checkout, true);
  expect(await read()).toBeNull();
  expect((await getUser(test.runtime.db, user.id)).paidMessages).toBe(55);
  expect(await choose('payg')).toBe(200);
});

it('says that it failed, and lets the person pay again', async () => {
  const { user, call, checkout, read, choose } = await aPayer();
  await payLater(checkout);
  await settle(checkout, false);
  expect(await read()).toMatchObject({ state: 'failed', plan: 'payg', money });
  expect(await choose('payg')).toBe(200);
  await buy(test, call, 'payg');
  expect(await read()).toBeNull();
  expect((await getUser(test.runtime.db, user.id)).paidMessages).toBe(55);
});

it('never goes back from settled to pending, whatever the order of the events', async () => {
  const { user, checkout, read } = await aPayer();
  const session = { ...checkout.session, status: 'complete' };
  const failed = anEvent('checkout.session.async_payment_failed', session);
  const completed = anEvent('checkout.session.completed', session);
  for (const event of [failed, completed, completed]) await deliver(test, event);
  expect(await read()).toMatchObject({ state: 'failed' });
  await makeOlder(user.id, 8);
  expect(await read()).toBeNull();
});

it('blocks no longer when its last event was lost', async () => {
  const { user, checkout, read, choose } = await aPayer();
  await payLater(checkout);
  await makeOlder(user.id, 15);
  expect(await read()).toBeNull();
  expect(await choose('payg')).toBe(200);
});

it('of a subscription refuses the other plan, too', async () => {
  const { call, choose, read } = await aPayer();
  const { session } = await openCheckout(test, call, 'monthly');
  const unpaid = { ...session, status: 'complete', payment_status: 'unpaid' };
  await deliver(test, anEvent('checkout.session.completed', unpaid));
  expect(await read()).toMatchObject({ state: 'pending', plan: 'monthly' });
  expect([await choose('monthly'), await choose('annual'), await choose('payg')]).toEqual([
    409, 409, 200,
  ]);
});
