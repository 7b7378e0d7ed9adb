import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import {
  checkProperty,
  histories,
  orders,
  ordersPerHistory,
  runInOrder,
  runOutOfOrder,
  timeoutFor,
} from '#test/event-orders.ts';
import { anExpert } from '#test/factories.ts';
import { ledgerRuns } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import {
  createAccountFactory,
  enforceBalances,
  expectSameOutcome,
  type SimulatedAccount,
} from '#test/simulated-accounts.ts';
import { stripeActions } from '#test/simulated-stripe.ts';

/** The other half tests payments for messages. */
const sequences = ledgerRuns / 2;

let test: TestApp;
let makeAccount: () => Promise<SimulatedAccount>;
beforeAll(async () => {
  test = await startTestApp();
  makeAccount = createAccountFactory(test, await anExpert(test));
  await enforceBalances(test);
});
afterAll(() => test.close());

/** Subscribed answers are free, so these come before. */
async function ask(account: SimulatedAccount, questions: number): Promise<void> {
  for (let n = 0; n < questions; n++) await account.sendQuestion();
}

it(
  'subscriptions and payments end the same in any order and with any repeats of their events',
  async () => {
    const history = histories(['monthly', 'annual', 'buy'], stripeActions);
    const property = fc.asyncProperty(history, fc.nat(1), orders, async (steps, asked, tried) => {
      const first = await makeAccount();
      await ask(first, asked);
      await runInOrder(first, steps);
      const others: SimulatedAccount[] = [];
      for (const order of tried) {
        const account = await makeAccount();
        await ask(account, asked);
        await runOutOfOrder(account, { steps, order });
        others.push(account);
      }
      await expectSameOutcome(test, first, others);
    });
    await checkProperty(test, property, sequences / ordersPerHistory);
  },
  timeoutFor(sequences),
);
