import { expect, it } from 'vitest';
import { listProblems } from './report.ts';
import { torture } from './torture.ts';

/** The product settles what is left at its own pace; on a busy machine, this takes minutes. */
const timeLimit = 300_000;
/** The short form of `npm run torture`. */
const plan = {
  ...{ seed: 13, seconds: 4, perSecond: 20, people: 80 },
  ...{ pauseEveryMs: null, servicesRecover: true },
};

/** Only one database in the suite: a run on the other takes as long again. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

it.runIf(onPostgres)(
  'loses, doubles and reorders nothing with two processes of each kind, on PostgreSQL',
  () => survive('postgres', [1_500, 2_500]),
  timeLimit,
);

it.runIf(!onPostgres)(
  'loses, doubles and reorders nothing in one process, on the embedded database',
  () => survive('embedded', [2_000, 3_000]),
  timeLimit,
);

async function survive(kind: 'postgres' | 'embedded', killEveryMs: [number, number]) {
  const report = await torture({ ...plan, kind, killEveryMs });
  expect(listProblems(report)).toEqual([]);
  const { acknowledged, replies, apologies, refused, unsettled, crashes } = report;
  expect({ unsettled, crashes }).toEqual({ unsettled: 0, crashes: 0 });
  expect(acknowledged).toBe(plan.seconds * plan.perSecond);
  expect(replies + apologies + refused).toBe(acknowledged);
  // Otherwise the test would show nothing.
  expect(report.kills).toBeGreaterThan(0);
}
