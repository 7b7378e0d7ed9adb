import { expect, it } from 'vitest';
import { listProblems } from './report.ts';
import { printRolling, rollOver } from './rolling.ts';
import { type Plan, torture } from './torture.ts';

/** Settling takes minutes on a busy machine. */
const timeLimit = 300_000;
const plan = {
  ...{ seed: 13, seconds: 4, perSecond: 20, people: 80 },
  ...{ pauseEveryMs: null, servicesRecover: true },
};

/** A run on the other database takes as long again. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

it.runIf(onPostgres)(
  'loses, doubles and reorders nothing with two processes of each kind, on PostgreSQL',
  async () => {
    const report = await survive('postgres', { endEveryMs: [1_500, 2_500], stopShare: 0 });
    expect(report.kills).toBeGreaterThan(0);
  },
  timeLimit,
);

it.runIf(!onPostgres)(
  'loses, doubles and reorders nothing in one process, on the embedded database',
  async () => {
    const report = await survive('embedded', { endEveryMs: [2_000, 3_000], stopShare: 0 });
    expect(report.kills).toBeGreaterThan(0);
  },
  timeLimit,
);

it.runIf(!onPostgres)(
  'loses, doubles and reorders nothing when it is stopped and started again, on the embedded database',
  async () => {
    const report = await survive('embedded', { endEveryMs: [1_000, 2_000], stopShare: 1 });
    expect(report.stops).toBeGreaterThan(0);
  },
  timeLimit,
);

/** At once, both forms need more connections than PostgreSQL's default. */
it.runIf(onPostgres)(
  'acknowledges each text at the first try and answers it once, in order, while each process is replaced',
  async () => {
    const report = await rollOver({ seconds: 0, perSecond: 10, people: 40, replicas: 1 });
    printRolling(report);
    const { lostAcks, failedStops, replaced, texts, replies, refused } = report;
    expect([...lostAcks, ...listProblems(report)]).toEqual([]);
    expect({ failedStops, replaced }).toEqual({ failedStops: 0, replaced: 2 });
    // On a very slow machine the loop guard may step in.
    expect(replies + refused).toBe(texts);
  },
  timeLimit,
);

async function survive(
  kind: 'postgres' | 'embedded',
  ends: Pick<Plan, 'endEveryMs' | 'stopShare'>,
) {
  const report = await torture({ ...plan, kind, ...ends });
  expect(listProblems(report)).toEqual([]);
  const { acknowledged, replies, apologies, refused, unsettled, crashes } = report;
  expect({ unsettled, crashes }).toEqual({ unsettled: 0, crashes: 0 });
  expect(acknowledged).toBe(plan.seconds * plan.perSecond);
  expect(replies + apologies + refused).toBe(acknowledged);
  // Otherwise the run would show nothing.
  expect(report.crises).toBeGreaterThan(0);
  expect(report.optOuts).toBeGreaterThan(0);
  return report;
}
