import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  newSubscription,
  newSubscriptionItem,
  type Subscription,
} from '#sandbox/stripe/objects.ts';
import { ensurePrice, type Item } from '#sandbox/stripe/prices.ts';
import { type ExpertRow, stripeEvents, subscriptions } from '#server/db/schema.ts';
import { webhooksReceived } from '#server/outside/metrics.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { aNamedUser } from '#test/erasure.ts';
import { anExpert, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, deliver, type StripeEvent } from '#test/stripe-events.ts';

let test: TestApp;
let expert: ExpertRow;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
});
beforeEach(() => {
  const { prices } = test.runtime.config.stripe as { prices: Record<string, string | undefined> };
  Object.assign(prices, { monthly: undefined, annual: undefined });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const gym: Item = { name: 'Gym', amount: 4_900, currency: 'usd', interval: 'month' };
const ours: Item = { name: 'Sagewire', amount: 1_999, currency: 'usd', interval: 'month' };

/** Has begun a purchase, so has a customer at Stripe. */
async function aCustomer() {
  const person = await aNamedUser(test, expert);
  const { session } = await openCheckout(test, person.call, 'payg');
  return { ...person, customer: String(session.customer), session };
}

function sell(customer: string, item: Item, metadata: Record<string, string> = {}): Subscription {
  const { account } = getStripe(test);
  const price = ensurePrice(account, item);
  const sold = newSubscription({ customer, price, metadata, created: account.now() });
  account.subscriptions.set(sold.id, sold);
  return sold;
}

function addItem(subscription: Subscription, item: Item, place: 'first' | 'last'): void {
  const { account } = getStripe(test);
  const added = newSubscriptionItem(subscription.id, ensurePrice(account, item), account.now());
  const { data } = subscription.items;
  if (place === 'first') data.unshift(added);
  else data.push(added);
}

const chargeOurPrice = (plan: 'monthly' | 'annual', item: Item) => {
  const { prices } = test.runtime.config.stripe as { prices: Record<string, string> };
  prices[plan] = ensurePrice(getStripe(test).account, item).id;
};
const read = async ({ call }: Awaited<ReturnType<typeof aCustomer>>) =>
  (await call('GET', '/api/subscription')).body.subscription;
const findEvent = async ({ id }: StripeEvent) =>
  (await test.runtime.db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0];

/** @returns how often the event was counted as ignored. */
async function countIgnored(events: StripeEvent[]): Promise<number> {
  const count = async () =>
    (await webhooksReceived.get()).values.find(
      ({ labels }) => labels.channel === 'STRIPE' && labels.outcome === 'ignored',
    )?.value ?? 0;
  const before = await count();
  for (const event of events) {
    expect(await deliver(test, event)).toEqual({ status: 200, body: { received: true } });
  }
  return (await count()) - before;
}

describe("another shop's subscription of the same customer", () => {
  it.each([
    ['without marks', {}],
    ['with marks of its own', { userId: '42', plan: 'gold', app: 'gym' }],
    ['that names a person of another Sagewire', { userId: randomUUID(), plan: 'monthly' }],
    ['that an operator has released', { plan: 'none' }],
  ])('%s grants nothing, and each of its events counts as ignored', async (_, metadata) => {
    const person = await aCustomer();
    const foreign = sell(person.customer, gym, metadata as Record<string, string>);
    const parent = { subscription_details: { subscription: foreign.id } };
    const events = [
      anEvent('customer.subscription.created', foreign),
      anEvent('customer.subscription.updated', foreign),
      anEvent('invoice.paid', { id: 'in_gym', amount_paid: 4_900, currency: 'usd', parent }),
      anEvent('invoice.payment_failed', { id: 'in_gym2', amount_paid: 0, parent }),
      anEvent('checkout.session.completed', {
        ...person.session,
        id: `cs_${randomUUID()}`,
        mode: 'subscription',
        metadata,
        payment_status: 'paid',
        subscription: foreign.id,
      }),
      anEvent('customer.subscription.deleted', foreign),
    ];
    const info = vi.spyOn(test.runtime.log, 'info');
    expect(await countIgnored([...events, ...events])).toBe(events.length);
    expect(info.mock.calls.length).toBeLessThanOrEqual(events.length);
    for (const event of events) expect(await findEvent(event)).toMatchObject({ appliedAt: null });
    expect(await read(person)).toMatchObject({ status: 'none', plan: null });
    expect(await getUser(test.runtime.db, person.user.id)).toMatchObject({
      paidMessages: 5,
      subExpiration: null,
      stripeSubscriptionId: null,
    });
    expect((await person.call('GET', '/api/subscription/history')).body.entries).toHaveLength(1);
    const portal = await person.call('POST', '/api/subscription/create-portal-session');
    expect(portal.status).toBe(409);
  });

  it('of a shape that we never sell is ignored, too', async () => {
    const person = await aCustomer();
    const foreign = sell(person.customer, gym);
    Object.assign(foreign, { items: { data: [{ id: 'si_1', plan: { id: 'old' } }] } });
    expect(await countIgnored([anEvent('customer.subscription.updated', foreign)])).toBe(1);
    Object.assign(foreign, { items: undefined, start_date: null });
    expect(await countIgnored([anEvent('customer.subscription.updated', foreign)])).toBe(1);
    const { status } = await person.call('POST', '/api/subscription/create-checkout-session', {
      plan: 'monthly',
    });
    expect(status).toBe(200);
  });

  it.each([
    [
      'a quote',
      { parent: { type: 'quote_details', quote_details: {}, subscription_details: null } },
    ],
    ['no subscription', { parent: { subscription_details: { subscription: null } } }],
    ['an older API version', { subscription: 'sub_gym', amount_paid: null }],
    ['a version of tomorrow', { parent: 'subscription', subscription: { id: 'sub_gym' } }],
  ])("%s's invoice is ignored, too", async (_, facts) => {
    expect(await countIgnored([anEvent('invoice.paid', { id: 'in_gym', ...facts })])).toBe(1);
  });

  it('neither keeps ours from being bought nor ends it', async () => {
    const person = await aCustomer();
    const foreign = sell(person.customer, gym);
    const { session: page } = await openCheckout(test, (await aCustomer()).call, 'monthly');
    Object.assign(page, { customer: person.customer, metadata: {} });
    const mine = await subscribe(test, person.call, 'annual');
    expect(page.status).toBe('open');
    const before = await read(person);
    expect(before).toMatchObject({ status: 'active', plan: 'annual' });
    Object.assign(foreign, { status: 'canceled', ended_at: foreign.start_date });
    expect(await countIgnored([anEvent('customer.subscription.deleted', foreign)])).toBe(1);
    expect(await read(person)).toEqual(before);
    expect(await getUser(test.runtime.db, person.user.id)).toMatchObject({
      stripeSubscriptionId: mine.id,
    });
  });

  it.each(['first', 'last'] as const)(
    'may share one with ours: only our item counts (its own %s)',
    async (place) => {
      const person = await aCustomer();
      const shared = await subscribe(test, person.call, 'monthly');
      addItem(shared, { ...gym, interval: 'year' }, place);
      await deliver(test, anEvent('customer.subscription.updated', shared));
      expect(await read(person)).toMatchObject({ status: 'active', plan: 'monthly' });
      const handmade = sell(person.customer, { ...gym, interval: 'year' });
      addItem(handmade, ours, place);
      chargeOurPrice('monthly', ours);
      await getStripe(test).payments.end(shared);
      await deliver(test, anEvent('customer.subscription.created', handmade));
      expect(await read(person)).toMatchObject({ status: 'active', plan: 'monthly' });
    },
  );

  it('is not a reason to forget one that we sold: by price, or known from before', async () => {
    const person = await aCustomer();
    const sold = sell(person.customer, ours);
    chargeOurPrice('monthly', ours);
    await deliver(test, anEvent('customer.subscription.created', sold));
    expect(await read(person)).toMatchObject({ status: 'active', plan: 'monthly' });
    // The price has another id since.
    chargeOurPrice('monthly', { ...ours, amount: 2_499 });
    await getStripe(test).payments.renew(sold, { isPaid: true });
    expect(await read(person)).toMatchObject({ status: 'active', plan: 'monthly' });
    // An operator can release one that an earlier version took for ours.
    Object.assign(sold, { metadata: { plan: 'none' } });
    await deliver(test, anEvent('customer.subscription.updated', sold));
    expect(await read(person)).toMatchObject({ status: 'canceled' });
  });
});

describe("another shop's one-time payment of the same customer", () => {
  it('brings no messages, and its refund or dispute takes none', async () => {
    const person = await aCustomer();
    const { session } = await buy(test, person.call, 'payg');
    const foreign = {
      ...session,
      id: `cs_${randomUUID()}`,
      client_reference_id: person.user.id,
      payment_link: 'plink_gym',
      metadata: {},
      payment_intent: `pi_${randomUUID()}`,
    };
    const ofPayment = { id: 'ch_gym', payment_intent: foreign.payment_intent, refunded: true };
    expect(
      await countIgnored([
        anEvent('checkout.session.completed', foreign),
        anEvent('checkout.session.async_payment_succeeded', foreign),
        anEvent('charge.refunded', ofPayment),
        anEvent('charge.dispute.created', ofPayment),
        anEvent('charge.refunded', { id: 'ch_old', payment_intent: null }),
      ]),
    ).toBe(5);
    expect((await getUser(test.runtime.db, person.user.id)).paidMessages).toBe(55);
  });
});

describe('an account that is deleted', () => {
  it("leaves another shop's subscription, pages and customer alone, and ends ours", async () => {
    const person = await aCustomer();
    const mine = await subscribe(test, person.call, 'monthly');
    const foreign = sell(person.customer, gym);
    const page = await openCheckout(test, (await aCustomer()).call, 'payg');
    Object.assign(page.session, { customer: person.customer, metadata: { shop: 'gym' } });
    expect((await person.leave()).status).toBe(200);
    const { account } = getStripe(test);
    expect(mine.status).toBe('canceled');
    expect(person.session.status).toBe('expired');
    expect([foreign.status, page.session.status]).toEqual(['active', 'open']);
    expect(account.customers.get(person.customer)).toMatchObject({ metadata: {} });
    expect(await getUser(test.runtime.db, person.user.id)).toMatchObject({
      stripeCustomerId: null,
      subExpiration: null,
    });
  });

  it("takes only our item out of a subscription that another shop's product shares", async () => {
    const person = await aCustomer();
    const shared = await subscribe(test, person.call, 'monthly');
    addItem(shared, { ...gym, interval: 'year' }, 'last');
    expect((await person.leave()).status).toBe(200);
    expect(shared.status).toBe('active');
    expect(shared.items.data.map(({ price }) => price.nickname)).toEqual(['Gym']);
    expect(getStripe(test).account.customers.has(person.customer)).toBe(true);
    const rows = test.runtime.db
      .select({ status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.stripeSubscriptionId, shared.id));
    expect(await rows).toEqual([{ status: 'canceled' }]);
  });
});
