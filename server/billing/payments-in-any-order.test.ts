import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import {
  checkProperty,
  histories,
  orders,
  ordersPerHistory,
  runInOrder,
  runOutOfOrder,
  timeoutFor,
} from '#test/event-orders.ts';
import { anExpert, aUser } from '#test/factories.ts';
import { ledgerRuns } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import {
  createAccountFactory,
  enforceBalances,
  expectSameOutcome,
  type SimulatedAccount,
} from '#test/simulated-accounts.ts';
import { reversalActions, stripeActions } from '#test/simulated-stripe.ts';

/** The other half tests subscriptions. */
const sequences = ledgerRuns / 2;
const timeout = timeoutFor(sequences);

let test: TestApp;
let makeAccount: () => Promise<SimulatedAccount>;
beforeAll(async () => {
  test = await startTestApp();
  makeAccount = createAccountFactory(test, await anExpert(test));
  await enforceBalances(test);
});
afterAll(() => test.close());

it('the check behind these tests detects an account that does not add up', async () => {
  const { id } = await aUser(test);
  const change = test.runtime.db.update(users).set({ paidMessages: 6 }).where(eq(users.id, id));
  await expect(change).rejects.toMatchObject({
    cause: { message: `The account ${id} does not add up.` },
  });
});

it(
  'payments, refunds, disputes, messages and failures end the same in any order and with any repeats',
  async () => {
    const history = histories(
      ['buy', 'buy', 'buyLate'],
      ['latePaid', 'lateFailed', ...reversalActions],
    );
    const property = fc.asyncProperty(history, fc.nat(2), orders, async (steps, asked, tried) => {
      const first = await makeAccount();
      for (const arrive of conversation(first, asked)) await arrive();
      await runInOrder(first, steps);
      const others: SimulatedAccount[] = [];
      for (const order of tried) {
        const account = await makeAccount();
        await runOutOfOrder(account, { steps, between: conversation(account, asked), order });
        others.push(account);
      }
      await expectSameOutcome(test, first, others);
    });
    await checkProperty(test, property, sequences / ordersPerHistory);
  },
  timeout,
);

/** More than the trial's answers would depend on the refund's time. */
function conversation(account: SimulatedAccount, questions: number): (() => Promise<void>)[] {
  const [first, ...others] = Array.from({ length: questions }, () => () => account.sendQuestion());
  return first ? [() => first().then(() => account.failReply(0)), ...others] : [];
}

it(
  'the ledger adds up after every step of any sequence',
  async () => {
    const anAction = fc.constantFrom(...stripeActions, ...reversalActions);
    const step = fc.record({
      kind: fc.constantFrom(...(['action', 'action', 'ask', 'lose', 'event', 'event'] as const)),
      action: anAction,
      nth: fc.nat(30),
    });
    const mixed = fc.array(step, { minLength: 3, maxLength: 9 });
    const property = fc.asyncProperty(mixed, async (steps) => {
      const account = await makeAccount();
      const { stripe } = account;
      await stripe.perform('buy', 0);
      for (const { kind, action, nth } of steps) {
        const event = stripe.events[nth % stripe.events.length];
        if (kind === 'action') await stripe.perform(action, nth);
        else if (kind === 'ask') for (let n = 0; n < nth % 9; n++) await account.sendQuestion();
        else if (kind === 'lose') await account.failReply(nth);
        else if (event) await account.receiveEvent(event);
      }
      for (const event of stripe.events) await account.receiveEvent(event);
    });
    await checkProperty(test, property, ledgerRuns / 10);
  },
  timeout,
);
