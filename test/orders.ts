import fc from 'fast-check';
import { expect } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { hasDatabaseServer } from './database.ts';
import type { Life } from './lives.ts';
import type { TestApp } from './runtime.ts';
import type { StripeAct } from './stripe-world.ts';

/** Side by side, where the database has more than one connection. */
const lanes = hasDatabaseServer ? 4 : 1;

/** Tries a property, and proves the whole ledger then. */
export async function holds<Facts extends [unknown, ...unknown[]]>(
  { runtime }: TestApp,
  property: fc.IAsyncPropertyWithHooks<Facts>,
  runs: number,
): Promise<void> {
  const numRuns = Math.ceil(runs / lanes);
  await Promise.all(Array.from({ length: lanes }, () => fc.assert(property, { numRuns })));
  expect((await verifyLedger(runtime.db)).findings).toEqual([]);
}

/** Many times what a free machine takes: a busy one is no failure. */
export const timeFor = (runs: number) => 120_000 + runs * 300;

export type Steps = { act: StripeAct; nth: number }[];

/** Purchases first, so that there is something for the rest to happen to. */
export const historyOf = (
  purchases: readonly StripeAct[],
  acts: readonly StripeAct[],
): fc.Arbitrary<Steps> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...purchases), { minLength: 1, maxLength: 2 }),
      fc.array(fc.record({ act: fc.constantFrom(...acts), nth: fc.nat(3) }), { maxLength: 4 }),
    )
    .map(([bought, rest]) => [...bought.map((act) => ({ act, nth: 0 })), ...rest]);

/** Where the nth thing arrives among all; some arrive twice, some too early. */
type Order = number[];

/** How often each history is tried, each time in another order. */
export const ordersTried = 5;
export const orders: fc.Arbitrary<Order[]> = fc.array(
  fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  { minLength: ordersTried, maxLength: ordersTried },
);

type Arrive = () => Promise<unknown>;

/** Everything is heard of at once, as it happens. */
export async function liveInOrder(life: Life, steps: Steps): Promise<void> {
  const { world } = life;
  for (const { act, nth } of steps) {
    const before = world.told.length;
    await world.act(act, nth);
    for (const event of world.told.slice(before)) await life.hear(event);
  }
}

/** The same happens, but is heard of in this order, with what else arrives in between. */
export async function liveInDisorder(
  life: Life,
  { steps, between = [], order }: { steps: Steps; between?: Arrive[]; order: Order },
): Promise<void> {
  const placeOf = (n: number) => order[n % order.length] ?? 0;
  const { told, act } = life.world;
  for (const [index, step] of steps.entries()) {
    await act(step.act, step.nth);
    const place = placeOf(index);
    const early = place % 4 === 0 ? told[place % Math.max(told.length, 1)] : undefined;
    if (early) await life.hear(early);
  }
  const heard = told.map(
    (event): Arrive =>
      () =>
        life.hear(event),
  );
  const repeated = heard.filter((_, n) => placeOf(n) % 3 === 0);
  const arrivals = [...between, ...heard, ...repeated]
    .map((arrive, n) => ({ arrive, place: placeOf(n + steps.length) }))
    .toSorted((a, b) => a.place - b.place);
  for (const { arrive } of arrivals) await arrive();
}
