import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cards } from '#sandbox/stripe/payments.ts';
import { rowsOf } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';
import { currentUserReply, sessionReply } from '#shared/api/auth.ts';
import { checkoutReply, historyReply, subscriptionReply } from '#shared/api/billing.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { callApi } from '#test/e2e/api.ts';
import { cleanUp } from '#test/e2e/product.ts';
import { aPhone } from '#test/factories.ts';
import { startStripeProcess } from '#test/stripe-process.ts';

let beside: Awaited<ReturnType<typeof startStripeProcess>>;
beforeAll(async () => {
  beside = await startStripeProcess();
});
afterAll(async () => {
  await beside.close();
  await cleanUp();
});

async function aPerson() {
  const phoneNumber = aPhone();
  const form = { email: `killed-${phoneNumber}@example.com`, password: 'Secret-123', phoneNumber };
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    request: { body?: object; token?: string },
  ) => schema.parse(await callApi(beside.url() + path, request));
  const { token, user } = await ask(sessionReply, '/api/auth/register', { body: form });
  const { account } = beside.stripe;
  const isTheirs = (metadata: Record<string, string>) => metadata.userId === user.id;

  return {
    userId: user.id,
    async choose(plan: 'payg' | 'monthly') {
      const path = '/api/subscription/create-checkout-session';
      const reply = await ask(checkoutReply, path, { body: { plan }, token });
      const checkout = account.checkouts.get(String(reply.url).split('/').at(-1) ?? '');
      if (!checkout) throw new Error(`No payment page at ${reply.url}`);
      return checkout;
    },
    async granted() {
      return (await ask(currentUserReply, '/api/auth/user', { token })).user.paidMessages;
    },
    async history() {
      const { entries } = await ask(historyReply, '/api/subscription/history', { token });
      return entries.map(({ what, delta }) => `${what} ${delta}`);
    },
    async subscription() {
      return (await ask(subscriptionReply, '/api/subscription', { token })).subscription;
    },
    customers: () => [...account.customers.values()].filter((one) => isTheirs(one.metadata)),
    checkouts: () =>
      [...account.checkouts.values()].filter(({ session }) => isTheirs(session.metadata)),
  };
}

const trial = 'Free trial 5';
const bought = 'Pay as you go 50';

describe('killed during the checkout', () => {
  it('after Stripe created the customer: the next attempt finds it and creates no second one', async () => {
    const person = await aPerson();
    const made = beside.holdAnswerTo('POST /sandbox/stripe/v1/customers');
    const lost = person.choose('payg').catch(() => 'lost');
    await made;
    await beside.kill();
    await beside.restart();
    expect(await lost).toBe('lost');
    const { session } = await person.choose('payg');
    expect(person.customers().map(({ id }) => id)).toEqual([session.customer]);
  });

  it('after Stripe created the payment page: the next attempt opens another, and only that is paid', async () => {
    const person = await aPerson();
    const made = beside.holdAnswerTo('POST /sandbox/stripe/v1/checkout/sessions');
    const lost = person.choose('payg').catch(() => 'lost');
    await made;
    await beside.kill();
    await beside.restart();
    expect(await lost).toBe('lost');
    expect(await person.history()).toEqual([trial]);
    await beside.stripe.payments.pay(await person.choose('payg'), cards.good);
    expect(await person.history()).toEqual([bought, trial]);
    expect(person.customers()).toHaveLength(1);
    expect(person.checkouts().map(({ session }) => session.status)).toEqual(['open', 'complete']);
  });
});

describe('killed during an event', () => {
  it('after its effect but before its reply: Stripe retries, and the purchase counts once', async () => {
    const person = await aPerson();
    const checkout = await person.choose('payg');
    const answered = beside.loseAnswerToEvent();
    const paid = beside.stripe.payments.pay(checkout, cards.good);
    await answered;
    await beside.kill();
    await beside.restart();
    await paid;
    expect(await person.history()).toEqual([bought, trial]);
    expect(await person.granted()).toBe(55);
  });

  it.runIf(hasDatabaseServer)(
    'before its effect is stored: the purchase is missing until Stripe retries',
    async () => {
      const person = await aPerson();
      const checkout = await person.choose('payg');
      const db = beside.database?.db;
      if (!db) throw new Error('no server');
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
      const { promise: isKilled, resolve: letGo } = Promise.withResolvers<void>();
      // The locked payer makes the grant wait after the event is recorded.
      const locking = transact(db, async (tx) => {
        await tx.execute(sql`select 1 from users where id = ${person.userId} for update`);
        locked();
        await isKilled;
      });
      await isLocked;
      const paid = beside.stripe.payments.pay(checkout, cards.good);
      const waiting = sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      while ((await rowsOf(db, waiting)).length === 0);
      await beside.kill();
      letGo();
      await locking;
      await beside.restart();
      await paid;
      expect(await person.history()).toEqual([bought, trial]);
    },
  );

  it('while it fetches a subscription: the subscription is missing until Stripe retries', async () => {
    const person = await aPerson();
    const checkout = await person.choose('monthly');
    const asking = beside.holdAnswerTo('GET /sandbox/stripe/v1/subscriptions');
    const paid = beside.stripe.payments.pay(checkout, cards.good);
    await asking;
    expect(await person.subscription()).toMatchObject({ status: 'none' });
    await beside.kill();
    await beside.restart();
    await paid;
    expect(await person.subscription()).toMatchObject({ status: 'active', plan: 'monthly' });
  });

  it('while it fetches a refund: the messages are taken back once, when Stripe retries', async () => {
    const person = await aPerson();
    const checkout = await person.choose('payg');
    await beside.stripe.payments.pay(checkout, cards.good);
    const charge = beside.stripe.account.charges.get(checkout.session.payment_intent ?? '');
    if (!charge) throw new Error('nothing charged');
    const asking = beside.holdAnswerTo('GET /sandbox/stripe/v1/checkout/sessions');
    const refunded = beside.stripe.refunds.refund(charge);
    await asking;
    expect(await person.granted()).toBe(55);
    await beside.kill();
    await beside.restart();
    await refunded;
    expect(await person.history()).toEqual(['Payment refunded -50', bought, trial]);
  });
});
