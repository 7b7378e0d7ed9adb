import fc from 'fast-check';
import { expect } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { hasDatabaseServer } from './database.ts';
import { isLongRun } from './property-runs.ts';
import type { TestApp } from './runtime.ts';
import type { SimulatedAccount } from './simulated-accounts.ts';
import type { StripeAction } from './simulated-stripe.ts';

/** Each lane needs a connection; the embedded database has one. */
const lanes = hasDatabaseServer ? 4 : 1;

export async function checkProperty<Facts extends [unknown, ...unknown[]]>(
  { runtime }: TestApp,
  property: fc.IAsyncPropertyWithHooks<Facts>,
  runs: number,
): Promise<void> {
  const numRuns = Math.ceil(runs / lanes);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: lanes }, () => fc.assert(property, { numRuns })));
  const { findings, ...checked } = await verifyLedger(runtime.db);
  expect(findings).toEqual([]);
  if (!isLongRun) return;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(numRuns * lanes, 'random histories in', seconds, 's; the ledger adds up:', checked);
}

/** Far more than an idle machine needs. */
export const timeoutFor = (runs: number) => 600_000 + runs * 300;

export type Steps = { action: StripeAction; nth: number }[];

/** Most other actions need a purchase. */
export const histories = (
  purchases: readonly StripeAction[],
  actions: readonly StripeAction[],
): fc.Arbitrary<Steps> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...purchases), { minLength: 1, maxLength: 2 }),
      fc.array(fc.record({ action: fc.constantFrom(...actions), nth: fc.nat(3) }), {
        maxLength: 4,
      }),
    )
    .map(([bought, rest]) => [...bought.map((action) => ({ action, nth: 0 })), ...rest]);

/** Indexes of events; some arrive twice, some too early. */
type Order = number[];

export const ordersPerHistory = 5;
export const orders: fc.Arbitrary<Order[]> = fc.array(
  fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  { minLength: ordersPerHistory, maxLength: ordersPerHistory },
);

type Arrival = () => Promise<unknown>;

export async function runInOrder(account: SimulatedAccount, steps: Steps): Promise<void> {
  const { stripe } = account;
  for (const { action, nth } of steps) {
    const before = stripe.events.length;
    await stripe.perform(action, nth);
    for (const event of stripe.events.slice(before)) await account.receiveEvent(event);
  }
}

/** Other arrivals come in between. */
export async function runOutOfOrder(
  account: SimulatedAccount,
  { steps, between = [], order }: { steps: Steps; between?: Arrival[]; order: Order },
): Promise<void> {
  const placeOf = (n: number) => order[n % order.length] ?? 0;
  const { events, perform } = account.stripe;
  for (const [index, step] of steps.entries()) {
    await perform(step.action, step.nth);
    const place = placeOf(index);
    const early = place % 4 === 0 ? events[place % Math.max(events.length, 1)] : undefined;
    if (early) await account.receiveEvent(early);
  }
  const received = events.map(
    (event): Arrival =>
      () =>
        account.receiveEvent(event),
  );
  const repeated = received.filter((_, n) => placeOf(n) % 3 === 0);
  const arrivals = [...between, ...received, ...repeated]
    .map((arrive, n) => ({ arrive, place: placeOf(n + steps.length) }))
    .toSorted((a, b) => a.place - b.place);
  for (const { arrive } of arrivals) await arrive();
}
