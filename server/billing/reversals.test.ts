import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Charge } from '#sandbox/stripe/charges.ts';
import { cards } from '#sandbox/stripe/payments.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { creditEntries, payments, stripeEvents } from '#server/db/schema.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, delayAnswer, deliver, withholdEvents } from '#test/stripe-events.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Call = Awaited<ReturnType<typeof signIn>>['call'];

const chargeOf = (paymentIntent: string | null) =>
  getStripe(test).account.charges.get(paymentIntent ?? '') as Charge;
const reversals = () => getStripe(test).refunds;

async function aBuyer() {
  const { user, call } = await signIn(test);
  const { session } = await buy(test, call, 'payg');
  return { userId: user.id, call, session, charge: chargeOf(session.payment_intent) };
}

async function ledgerOf(userId: string) {
  const rows = await test.runtime.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.userId, userId))
    .orderBy(asc(creditEntries.id));
  return rows
    .filter(({ checkoutSessionId }) => checkoutSessionId !== null)
    .map(({ kind, grantedDelta, reason }) => `${kind} ${grantedDelta} ${reason}`);
}
const readGranted = async (userId: string) => (await getUser(test.runtime.db, userId)).paidMessages;

async function ask(call: Call, threadId: string, questions: number): Promise<void> {
  for (let n = 1; n <= questions; n++) {
    await call('POST', `/api/threads/${threadId}/messages`, { body: `What is ${n} + ${n}?` });
  }
  await test.runUntilIdle();
}

const bought = 'grant 50 Pay as you go';
const refunded = 'refund -50 Payment refunded';
const disputed = 'refund -50 Payment disputed';
const restored = 'restore 50 Payment restored';

describe('a refund', () => {
  it('of the full price takes the 50 messages back once', async () => {
    const { userId, charge } = await aBuyer();
    await reversals().refund(charge);
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
    expect(await readGranted(userId)).toBe(5);
    for (let time = 0; time < 2; time++) {
      expect((await deliver(test, anEvent('charge.refunded', charge))).status).toBe(200);
    }
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it('takes no more than the balance, then or later', async () => {
    const { user, thread } = await aConnectedUser(test, await anExpert(test));
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const { session } = await buy(test, call, 'payg');
    await ask(call, thread.id, 7);
    const charge = chargeOf(session.payment_intent);
    await reversals().refund(charge);
    const known = [bought, 'refund -48 Payment refunded'];
    expect(await ledgerOf(user.id)).toEqual(known);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({
      messageCount: 7,
      paidMessages: 7,
    });
    await buy(test, call, 'payg');
    await deliver(test, anEvent('charge.refunded', charge));
    expect(await ledgerOf(user.id)).toEqual([...known, bought]);
    expect(await readGranted(user.id)).toBe(57);
  });

  it('of a part takes nothing back until the parts add up to the full price', async () => {
    const { userId, charge } = await aBuyer();
    await reversals().refund(charge, 500);
    expect(await ledgerOf(userId)).toEqual([bought]);
    await reversals().refund(charge);
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it('finds a payment that was stored with its session only', async () => {
    const { userId, session, charge } = await aBuyer();
    const isIt = eq(payments.checkoutSessionId, session.id);
    await test.runtime.db.update(payments).set({ paymentIntentId: null }).where(isIt);
    await reversals().refund(charge);
    await deliver(test, anEvent('charge.refunded', charge));
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it('of one purchase leaves others alone', async () => {
    const { userId, call, charge } = await aBuyer();
    await buy(test, call, 'payg');
    await reversals().refund(charge);
    expect(await readGranted(userId)).toBe(55);
  });

  it('that fails at the bank restores the messages', async () => {
    const { userId, charge } = await aBuyer();
    await reversals().refund(charge);
    await reversals().failRefunds(charge);
    expect(await ledgerOf(userId)).toEqual([bought, refunded, restored]);
    expect(await readGranted(userId)).toBe(55);
    await reversals().refund(charge);
    expect(await readGranted(userId)).toBe(5);
  });

  it('that arrives before its payment ends in the same ledger', async () => {
    const { user, call } = await signIn(test);
    const checkout = await openCheckout(test, call, 'payg');
    const told = await withholdEvents(test, async () => {
      await getStripe(test).payments.pay(checkout, cards.good);
      await reversals().refund(chargeOf(checkout.session.payment_intent));
    });
    expect(told.map(({ type }) => type)).toEqual(['checkout.session.completed', 'charge.refunded']);
    for (const event of [...told.toReversed(), ...told]) {
      expect((await deliver(test, event)).status).toBe(200);
      expect(await ledgerOf(user.id)).toEqual([bought, refunded]);
      expect(await readGranted(user.id)).toBe(5);
    }
  });

  it('that is reported many times at once counts once', async () => {
    const { userId, charge } = await aBuyer();
    const [event] = await withholdEvents(test, () => reversals().refund(charge));
    if (!event) throw new Error('nothing told');
    const others = Array.from({ length: 3 }, () => anEvent('charge.refunded', charge));
    await Promise.all([event, event, ...others].map((each) => deliver(test, each)));
    // Events overtaken too often were refused, and come again.
    for (const each of others) expect((await deliver(test, each)).status).toBe(200);
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it('never returns to an older state from a slower answer', async () => {
    const { userId, charge } = await aBuyer();
    const { arrived, release } = delayAnswer(test);
    const slow = deliver(test, anEvent('charge.refunded', charge));
    await arrived;
    // The second event overtakes the first, which saw no refund.
    await reversals().refund(charge);
    release();
    expect((await slow).status).toBe(200);
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it("is requested again while Stripe can't be reached", async () => {
    const { userId, charge } = await aBuyer();
    const [event] = await withholdEvents(test, () => reversals().refund(charge));
    if (!event) throw new Error('nothing told');
    getStripe(test).setDown(true);
    expect((await deliver(test, event)).status).toBe(500);
    getStripe(test).setDown(false);
    expect(await readGranted(userId)).toBe(55);
    expect((await deliver(test, event)).status).toBe(200);
    expect(await readGranted(userId)).toBe(5);
  });

  it("of a subscription, or of another product's payment, changes nothing", async () => {
    const { user, call } = await signIn(test);
    await subscribe(test, call, 'monthly');
    const before = await getUser(test.runtime.db, user.id);
    for (const intent of [`pi_${randomUUID()}`, null]) {
      const event = anEvent('charge.refunded', { payment_intent: intent, refunded: true });
      expect((await deliver(test, event)).status).toBe(200);
      const { db } = test.runtime;
      expect(
        await db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id)),
      ).toHaveLength(1);
    }
    expect(await getUser(test.runtime.db, user.id)).toEqual(before);
  });
});

describe('a dispute', () => {
  it.each([
    ['won', [bought, disputed, restored], 55],
    ['lost', [bought, disputed], 5],
  ] as const)('takes the messages while open, then is %s', async (end, rows, granted) => {
    const { userId, charge } = await aBuyer();
    await reversals().dispute(charge);
    expect(await ledgerOf(userId)).toEqual([bought, disputed]);
    expect(await readGranted(userId)).toBe(5);
    await reversals().closeDispute(charge, end);
    expect(await ledgerOf(userId)).toEqual(rows);
    expect(await readGranted(userId)).toBe(granted);
  });

  it('about a refunded payment takes nothing a second time', async () => {
    const { userId, charge } = await aBuyer();
    await reversals().refund(charge);
    await reversals().dispute(charge);
    await reversals().closeDispute(charge, 'won');
    expect(await ledgerOf(userId)).toEqual([bought, refunded]);
  });

  it('that is only an inquiry by the bank takes nothing', async () => {
    const { userId, charge } = await aBuyer();
    await withholdEvents(test, () => reversals().dispute(charge));
    const dispute = [...getStripe(test).account.disputes.values()].at(-1);
    Object.assign(dispute ?? {}, { status: 'warning_needs_response' });
    expect((await deliver(test, anEvent('charge.dispute.created', dispute ?? {}))).status).toBe(
      200,
    );
    expect(await ledgerOf(userId)).toEqual([bought]);
  });
});

it('a slow payment that fails in the end grants nothing', async () => {
  const { user, call } = await signIn(test);
  const { session } = await openCheckout(test, call, 'payg');
  const unpaid = { ...session, status: 'complete', payment_status: 'unpaid' };
  for (const type of ['checkout.session.completed', 'checkout.session.async_payment_failed']) {
    expect((await deliver(test, anEvent(type, unpaid))).status).toBe(200);
  }
  expect(await ledgerOf(user.id)).toEqual([]);
  expect(await readGranted(user.id)).toBe(5);
});
