import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cards, getPeriod } from '#sandbox/stripe/payments.ts';
import type { Change } from '#server/db/changes.ts';
import { creditEntries, stripeEvents, subscriptions, users } from '#server/db/schema.ts';
import { signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import {
  anEvent,
  delayAnswer,
  deliver as deliverTo,
  type StripeEvent,
  withholdEvents,
} from '#test/stripe-events.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => {
  getStripe(test).setDown(false);
  vi.restoreAllMocks();
});
afterAll(() => test.close());

const { webhooks } = Stripe;
const deliver = (event: StripeEvent, signature?: string) => deliverTo(test, event, signature);
const findEvent = async (id: string) => {
  const { db } = test.runtime;
  return (await db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0];
};
const userOf = (id: string) => getUser(test.runtime.db, id);
const purchasesOf = async (userId: string) => {
  const { db } = test.runtime;
  const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
  return entries.filter(({ checkoutSessionId }) => checkoutSessionId !== null);
};
const dateOf = (seconds: number) => new Date(seconds * 1000);
const expiryOf = async (userId: string) => (await userOf(userId)).subExpiration;
const statusOf = async (call: Awaited<ReturnType<typeof signIn>>['call']) =>
  (await call('GET', '/api/subscription')).body.subscription;

async function aPurchase() {
  const { user, call } = await signIn(test);
  const { session } = await openCheckout(test, call, 'payg');
  return { user, session, paid: { ...session, status: 'complete', payment_status: 'paid' } };
}

describe('a purchase of messages', () => {
  // spec: 9.7
  it('adds 50 messages to the balance, with a ledger entry', async () => {
    const { user, call } = await signIn(test);
    const { session } = await buy(test, call, 'payg');
    expect(await purchasesOf(user.id)).toMatchObject([
      {
        kind: 'grant',
        grantedDelta: 50,
        reason: 'Pay as you go',
        checkoutSessionId: session.id,
      },
    ]);
    expect(await userOf(user.id)).toMatchObject({ paidMessages: 55, subExpiration: null });
    await buy(test, call, 'payg');
    expect((await userOf(user.id)).paidMessages).toBe(105);
  });

  it('counts once, even if its events are repeated', async () => {
    const { user, paid } = await aPurchase();
    const event = anEvent('checkout.session.completed', paid);
    for (let time = 0; time < 2; time++) {
      expect(await deliver(event)).toEqual({ status: 200, body: { received: true } });
    }
    await deliver(anEvent('checkout.session.completed', paid));
    await deliver(anEvent('checkout.session.async_payment_succeeded', paid));
    expect(await purchasesOf(user.id)).toHaveLength(1);
    expect((await userOf(user.id)).paidMessages).toBe(55);
  });

  it('counts once, even if its events arrive together', async () => {
    const { user, paid } = await aPurchase();
    const event = anEvent('checkout.session.completed', paid);
    const others = Array.from({ length: 5 }, () => anEvent('checkout.session.completed', paid));
    const replies = await Promise.all(
      [event, event, event, ...others].map((each) => deliver(each)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await purchasesOf(user.id)).toHaveLength(1);
    expect((await userOf(user.id)).paidMessages).toBe(55);
  });

  it.each([['unpaid first'], ['paid first']])(
    'with a slow payment adds the messages once it is paid (%s)',
    async (order) => {
      const { user, paid } = await aPurchase();
      const unpaid = { ...paid, payment_status: 'unpaid' };
      const events = [
        anEvent('checkout.session.completed', unpaid),
        anEvent('checkout.session.async_payment_succeeded', paid),
      ];
      if (order === 'paid first') events.reverse();
      for (const event of events) {
        expect((await deliver(event)).status).toBe(200);
        const isPaid = order === 'paid first' || event === events[1];
        expect((await userOf(user.id)).paidMessages).toBe(isPaid ? 55 : 5);
      }
    },
  );

  it("notifies the person's open pages", async () => {
    const { user, paid } = await aPurchase();
    const told: Change[] = [];
    const onChange = (change: Change) => told.push(change);
    const stop = test.runtime.changes.subscribe({ onChange, onGap: () => {} });
    await deliver(anEvent('checkout.session.completed', paid));
    stop();
    expect(told).toEqual([{ type: 'account', userId: user.id }]);
  });

  it("is read without the fields that its session doesn't need", async () => {
    const { user, paid } = await aPurchase();
    const { subscription: _, payment_intent: __, ...free } = paid;
    const event = anEvent('checkout.session.completed', free);
    expect((await deliver(event)).status).toBe(200);
    expect((await userOf(user.id)).paidMessages).toBe(user.paidMessages + 50);
  });

  it('is ignored when it is for something else in the same Stripe account', async () => {
    const { user, paid } = await aPurchase();
    const stranger = { userId: randomUUID(), plan: 'payg' };
    for (const metadata of [null, { plan: 'payg' }, { userId: user.id }, stranger]) {
      const event = anEvent('checkout.session.completed', { ...paid, metadata });
      expect((await deliver(event)).status).toBe(200);
      expect(await findEvent(event.id)).toBeDefined();
    }
    expect((await userOf(user.id)).paidMessages).toBe(5);
  });
});

describe('an event', () => {
  const payg = async () => anEvent('checkout.session.completed', (await aPurchase()).paid);
  const refused = 'The signature does not match. Check STRIPE_WEBHOOK_SECRET.';

  it('without a valid signature changes nothing', async () => {
    const event = await payg();
    const payload = JSON.stringify(event);
    const secret = test.runtime.config.stripe?.webhookSecret ?? '';
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600;
    for (const signature of [
      '',
      'nonsense',
      webhooks.generateTestHeaderString({ payload, secret: 'whsec_guessed' }),
      webhooks.generateTestHeaderString({ payload: `${payload} `, secret }),
      webhooks.generateTestHeaderString({ payload, secret, timestamp: tenMinutesAgo }),
    ]) {
      const { status, body } = await deliver(event, signature);
      expect([status, body.message]).toEqual([400, refused]);
    }
    expect(await findEvent(event.id)).toBeUndefined();
    expect((await deliver(event)).status).toBe(200);
  });

  it.each([
    ['no JSON', 'payment=1'],
    ['no object', 'null'],
    ['no event', '{"id":"evt_1"}'],
    ['a notification without its object', '{"id":"evt_1","object":"v2.core.event","type":"v1.x"}'],
    ['an object of another shape', JSON.stringify(anEvent('invoice.paid', { parent: 7 }))],
    ['a time before 1970', JSON.stringify({ ...anEvent('x', {}), created: -9e18 })],
    ['a time after every calendar', JSON.stringify({ ...anEvent('x', {}), created: 2 ** 53 })],
  ])('that is signed but contains %s is refused, so that Stripe retries it', async (_, payload) => {
    const { status, body } = await deliverTo(test, payload);
    expect([status, body.message]).toEqual([
      400,
      "This event can't be read. Send snapshot events of the API version 2026-10-28.endive.",
    ]);
    expect(await findEvent('evt_1')).toBeUndefined();
  });

  it.each([
    ['of a test payment at a live endpoint', 'sk_live_1', { livemode: false }],
    ['of a live payment at a test endpoint', 'sk_test_1', { livemode: true }],
    ["of a test payment, by an organization's key", 'sk_org_live_1', { livemode: false }],
    ['of a connected account', 'sk_test_1', { livemode: false, account: 'acct_1' }],
  ])('%s is stored and ignored', async (_, secretKey, marks) => {
    const { user, paid } = await aPurchase();
    const event = { ...anEvent('checkout.session.completed', paid), ...marks };
    const config = test.runtime.config.stripe as { secretKey: string };
    const { secretKey: ours } = config;
    config.secretKey = secretKey;
    expect((await deliver(event)).status).toBe(200);
    config.secretKey = ours;
    expect(await findEvent(event.id)).toMatchObject({ appliedAt: null });
    expect((await userOf(user.id)).paidMessages).toBe(5);
  });

  it('of an unknown type is stored and ignored', async () => {
    const event = anEvent('product.hugged', { id: 'hug_1' });
    expect((await deliver(event)).status).toBe(200);
    expect(await findEvent(event.id)).toMatchObject({
      type: 'product.hugged',
      payload: { kind: 'nothing' },
      createdAt: dateOf(event.created),
      appliedAt: null,
    });
  });

  it('that could not be applied is requested again, and then counts', async () => {
    const { user, call } = await signIn(test);
    const { id } = await subscribe(test, call, 'monthly');
    const event = anEvent('customer.subscription.updated', { id });
    getStripe(test).setDown(true);
    const { status, body } = await deliver(event);
    expect([status, body.message]).toEqual([
      500,
      'This event could not be applied. Please send it again.',
    ]);
    expect(await findEvent(event.id)).toBeUndefined();
    getStripe(test).setDown(false);
    expect((await deliver(event)).status).toBe(200);
    expect((await findEvent(event.id))?.appliedAt).toBeInstanceOf(Date);
    expect(await expiryOf(user.id)).not.toBeNull();
  });
});

describe('a subscription', () => {
  // spec: 3.8
  it('ends with its period when it is canceled, and continues when it is resumed', async () => {
    const { call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const { payments } = getStripe(test);
    const end = dateOf(getPeriod(subscription).current_period_end).toISOString();
    const active = { status: 'active', plan: 'monthly', currentPeriodEnd: end };
    await payments.cancelAtPeriodEnd(subscription);
    expect(await statusOf(call)).toEqual({ ...active, cancelAtPeriodEnd: true });
    await payments.resume(subscription);
    expect(await statusOf(call)).toEqual({ ...active, cancelAtPeriodEnd: false });
  });

  it('is extended by every renewal', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const first = await expiryOf(user.id);
    await getStripe(test).payments.renew(subscription, { isPaid: true });
    const second = await expiryOf(user.id);
    expect(second).toEqual(dateOf(getPeriod(subscription).current_period_end));
    expect(second?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
  });

  // spec: 3.8
  it('is past due when a renewal fails, until it is paid or Stripe gives up', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const { payments } = getStripe(test);
    await payments.renew(subscription, { isPaid: false });
    expect(await statusOf(call)).toMatchObject({ status: 'past_due' });
    // Stripe still retries: an expired card ends no access.
    expect(await expiryOf(user.id)).not.toBeNull();
    await payments.renew(subscription, { isPaid: true });
    expect(await statusOf(call)).toMatchObject({ status: 'active' });
    await payments.end(subscription);
    expect(await statusOf(call)).toMatchObject({
      status: 'canceled',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: dateOf(Number(subscription.ended_at)).toISOString(),
    });
    expect(await userOf(user.id)).toMatchObject({
      subExpiration: null,
      stripeSubscriptionId: null,
    });
    expect(
      (await call('POST', '/api/subscription/create-checkout-session', { plan: 'annual' })).status,
    ).toBe(200);
  });

  it('changes its plan with its price', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const item = { name: 'Annual', amount: 19_999, currency: 'usd', interval: 'year' } as const;
    await getStripe(test).payments.changePlan(subscription, item);
    expect(await statusOf(call)).toMatchObject({ status: 'active', plan: 'annual' });
    expect(await expiryOf(user.id)).toEqual(dateOf(getPeriod(subscription).current_period_end));
  });

  it('for twelve months counts as annual, and is updated when it is paused', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    Object.assign(getPeriod(subscription).price.recurring ?? {}, { interval_count: 12 });
    const tell = (what: string) => deliver(anEvent(`customer.subscription.${what}`, subscription));
    Object.assign(subscription, { status: 'paused' });
    await tell('paused');
    expect(await statusOf(call)).toMatchObject({ status: 'past_due', plan: 'annual' });
    expect(await expiryOf(user.id)).toBeNull();
    Object.assign(subscription, { status: 'active' });
    await tell('resumed');
    expect(await statusOf(call)).toMatchObject({ status: 'active' });
    expect(await expiryOf(user.id)).not.toBeNull();
  });

  // spec: 3.8
  it.each([
    ['trialing', 'active', true],
    ['past_due', 'past_due', true],
    ['unpaid', 'past_due', false],
    ['incomplete', 'past_due', false],
    ['paused', 'past_due', false],
    ['incomplete_expired', 'canceled', false],
  ])("with Stripe's status %s is %s (unlimited messages: %s)", async (given, shown, hasAccess) => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'annual');
    Object.assign(subscription, { status: given });
    const event = anEvent('customer.subscription.updated', subscription);
    expect((await deliver(event)).status).toBe(200);
    expect(await statusOf(call)).toMatchObject({ status: shown });
    expect((await expiryOf(user.id)) !== null).toBe(hasAccess);
  });

  it('ends in the same state, whatever the order of its events', async () => {
    const { user, call } = await signIn(test);
    const checkout = await openCheckout(test, call, 'monthly');
    const { account, payments } = getStripe(test);
    const told = await withholdEvents(test, async () => {
      await payments.pay(checkout, cards.good);
      const subscription = account.subscriptions.get(checkout.session.subscription ?? '');
      if (!subscription) throw new Error('not subscribed');
      await payments.renew(subscription, { isPaid: false });
      await payments.end(subscription);
    });
    expect(told.map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'checkout.session.completed',
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]);
    for (const event of told.toReversed()) {
      expect((await deliver(event)).status).toBe(200);
      expect(await statusOf(call)).toMatchObject({ status: 'canceled' });
      expect(await expiryOf(user.id)).toBeNull();
    }
  });

  it('that was created by hand at one of our prices is matched by its customer', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const { account } = getStripe(test);
    const byHand = { ...structuredClone(subscription), id: 'sub_byHand', metadata: {} };
    const { prices } = test.runtime.config.stripe as { prices: { monthly?: string } };
    prices.monthly = getPeriod(byHand).price.id;
    onTestFinished(() => {
      delete prices.monthly;
    });
    await getStripe(test).payments.end(subscription);
    account.subscriptions.set(byHand.id, { ...byHand, status: 'active' });
    expect((await deliver(anEvent('customer.subscription.created', byHand))).status).toBe(200);
    expect(await userOf(user.id)).toMatchObject({ stripeSubscriptionId: 'sub_byHand' });
    // The account has another customer since.
    const other = { stripeCustomerId: 'cus_another' };
    await test.runtime.db.update(users).set(other).where(eq(users.id, user.id));
    account.subscriptions.set(byHand.id, { ...byHand, status: 'canceled' });
    expect((await deliver(anEvent('customer.subscription.deleted', byHand))).status).toBe(200);
    expect(await expiryOf(user.id)).toBeNull();
    const foreign = { ...byHand, id: 'sub_foreign', customer: 'cus_foreign' };
    account.subscriptions.set(foreign.id, foreign);
    expect((await deliver(anEvent('customer.subscription.created', foreign))).status).toBe(200);
  });

  it('that Stripe no longer knows counts as ended', async () => {
    const { user, call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    getStripe(test).account.subscriptions.delete(subscription.id);
    await deliver(anEvent('customer.subscription.updated', subscription));
    expect(await statusOf(call)).toMatchObject({ status: 'canceled', currentPeriodEnd: null });
    expect(await expiryOf(user.id)).toBeNull();
    const unknown = anEvent('customer.subscription.updated', { id: 'sub_nobodyKnows' });
    expect((await deliver(unknown)).status).toBe(200);
  });

  it('grants the longest of several periods, and one that ends shortens no other', async () => {
    const { user, call } = await signIn(test);
    const pages = [
      await openCheckout(test, call, 'monthly'),
      await openCheckout(test, call, 'annual'),
    ];
    const { account, payments } = getStripe(test);
    for (const page of pages) await payments.pay(page, cards.good);
    const [monthly, annual] = pages.map(({ session }) =>
      account.subscriptions.get(session.subscription ?? ''),
    );
    if (!monthly || !annual) throw new Error('not subscribed');
    expect(await expiryOf(user.id)).toEqual(dateOf(getPeriod(annual).current_period_end));
    await payments.end(annual);
    expect(await expiryOf(user.id)).toEqual(dateOf(getPeriod(monthly).current_period_end));
    expect(await statusOf(call)).toMatchObject({ status: 'active', plan: 'monthly' });
  });

  it('never returns to an older state from a slower answer', async () => {
    const { call } = await signIn(test);
    const subscription = await subscribe(test, call, 'monthly');
    const { arrived, release } = delayAnswer(test);
    const slow = deliver(anEvent('customer.subscription.updated', subscription));
    await arrived;
    // The end overtakes the waiting event.
    await getStripe(test).payments.end(subscription);
    release();
    expect((await slow).status).toBe(200);
    expect(await statusOf(call)).toMatchObject({ status: 'canceled' });
    const { db } = test.runtime;
    const [row] = await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.stripeSubscriptionId, subscription.id));
    expect(row?.accessUntil).toBeNull();
  });
});
