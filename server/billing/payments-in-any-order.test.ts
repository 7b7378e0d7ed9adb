import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { anExpert, aUser } from '#test/factories.ts';
import { createLives, expectSameOutcome, insistOnSums, type Life } from '#test/lives.ts';
import {
  historyOf,
  holds,
  liveInDisorder,
  liveInOrder,
  orders,
  ordersTried,
  timeFor,
} from '#test/orders.ts';
import { ledgerRuns } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { reversalActs, stripeActs } from '#test/stripe-world.ts';

/** The other half is tried with subscriptions. */
const sequences = ledgerRuns / 2;
const timeout = timeFor(sequences);

let test: TestApp;
let aLife: () => Promise<Life>;
beforeAll(async () => {
  test = await startTestApp();
  aLife = createLives(test, await anExpert(test));
  await insistOnSums(test);
});
afterAll(() => test.close());

it('an account that does not add up is noticed by what these tests rely on', async () => {
  const { id } = await aUser(test);
  const change = test.runtime.db.update(users).set({ paidMessages: 6 }).where(eq(users.id, id));
  await expect(change).rejects.toMatchObject({
    cause: { message: `The account ${id} does not add up.` },
  });
});

it(
  'payments, refunds, disputes, messages and failures end the same in whatever order and however often they come',
  async () => {
    const history = historyOf(
      ['buy', 'buy', 'buyLate'],
      ['latePaid', 'lateFailed', ...reversalActs],
    );
    const property = fc.asyncProperty(history, fc.nat(2), orders, async (steps, asked, tried) => {
      const first = await aLife();
      for (const arrive of conversation(first, asked)) await arrive();
      await liveInOrder(first, steps);
      const others: Life[] = [];
      for (const order of tried) {
        const life = await aLife();
        await liveInDisorder(life, { steps, between: conversation(life, asked), order });
        others.push(life);
      }
      await expectSameOutcome(test, first, others);
    });
    await holds(test, property, sequences / ordersTried);
  },
  timeout,
);

/** As few questions as the trial has answers, one of which is lost: more could depend on when a refund comes. */
function conversation(life: Life, questions: number): (() => Promise<void>)[] {
  const [first, ...others] = Array.from({ length: questions }, () => () => life.ask());
  return first ? [() => first().then(() => life.loseReply(0)), ...others] : [];
}

it(
  'the ledger adds up after every step, whatever is mixed with whatever',
  async () => {
    const anAct = fc.constantFrom(...stripeActs, ...reversalActs);
    const step = fc.record({
      kind: fc.constantFrom(...(['act', 'act', 'ask', 'lose', 'hear', 'hear'] as const)),
      act: anAct,
      nth: fc.nat(30),
    });
    const mixed = fc.array(step, { minLength: 3, maxLength: 9 });
    const property = fc.asyncProperty(mixed, async (steps) => {
      const life = await aLife();
      const { world } = life;
      await world.act('buy', 0);
      for (const { kind, act, nth } of steps) {
        const event = world.told[nth % world.told.length];
        if (kind === 'act') await world.act(act, nth);
        else if (kind === 'ask') for (let n = 0; n < nth % 9; n++) await life.ask();
        else if (kind === 'lose') await life.loseReply(nth);
        else if (event) await life.hear(event);
      }
      for (const event of world.told) await life.hear(event);
    });
    await holds(test, property, ledgerRuns / 10);
  },
  timeout,
);
