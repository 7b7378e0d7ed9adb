import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordBackup } from '#server/access/audit/store.ts';
import { dayMs } from '#shared/time.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import type { Patient } from './check.ts';
import { workChecks } from './work.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const check = workChecks.find(({ name }) => name === 'Backup');

function look(isReal: boolean) {
  const { config, db, clock } = test.runtime;
  const sandbox = { ...config.sandbox, any: !isReal };
  const patient = { config: { ...config, sandbox }, db, hasTables: true, now: () => clock.now() };
  return check?.run(patient as Patient); // it looks at nothing else
}

it('warns without a backup, and a week after the last one', async () => {
  expect(await look(true)).toMatchObject([
    { state: 'warning', why: expect.stringContaining('None is known') },
  ]);
  await recordBackup(test.runtime.db, test.runtime.clock.now());
  expect(await look(true)).toMatchObject([{ state: 'ok' }]);
  await test.advance(8 * dayMs);
  expect(await look(true)).toMatchObject([
    { state: 'warning', why: expect.stringContaining('The last one that') },
  ]);
});

it('wants none of an installation that only stand-ins answer', async () => {
  expect(await look(false)).toEqual([]);
});
