import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { anExpert } from '#test/factories.ts';
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
import { stripeActs } from '#test/stripe-world.ts';

/** The other half is tried with payments for messages. */
const sequences = ledgerRuns / 2;

let test: TestApp;
let aLife: () => Promise<Life>;
beforeAll(async () => {
  test = await startTestApp();
  aLife = createLives(test, await anExpert(test));
  await insistOnSums(test);
});
afterAll(() => test.close());

/** What is asked while subscribed is free: it is asked before, when nobody is. */
async function ask(life: Life, questions: number): Promise<void> {
  for (let n = 0; n < questions; n++) await life.ask();
}

it(
  'subscriptions and payments end the same in whatever order and however often their events come',
  async () => {
    const history = historyOf(['monthly', 'annual', 'buy'], stripeActs);
    const property = fc.asyncProperty(history, fc.nat(1), orders, async (steps, asked, tried) => {
      const first = await aLife();
      await ask(first, asked);
      await liveInOrder(first, steps);
      const others: Life[] = [];
      for (const order of tried) {
        const life = await aLife();
        await ask(life, asked);
        await liveInDisorder(life, { steps, order });
        others.push(life);
      }
      await expectSameOutcome(test, first, others);
    });
    await holds(test, property, sequences / ordersTried);
  },
  timeFor(sequences),
);
