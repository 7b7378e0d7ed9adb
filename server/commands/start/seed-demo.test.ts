import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demo } from '#sandbox/demo/demo.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { rowsOf } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { seedDemo } from './seed-demo.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  const { runtime } = test;
  await transact(runtime.db, (tx) => seedDemo(tx, { demo, runtime, passwordHash: 'no hash' }));
});
afterAll(() => test.close());

it('gives each person a ledger that adds up to their credits', async () => {
  const { findings, people } = await verifyLedger(test.runtime.db);
  expect(findings).toEqual([]);
  expect(people).toBeGreaterThan(3);
});

it('stores every thread as the list shows it, with nothing to answer', async () => {
  const threads = await rowsOf<Record<string, unknown>>(
    test.runtime.db,
    sql`select t.message_count, t.last_message, count(m.id)::int as count,
          (array_agg(m.body order by m.seq desc))[1] as newest,
          bool_or(m.answer_state = 'waiting') as is_waiting,
          array_agg(m.created_at order by m.seq) = array_agg(m.created_at order by m.created_at) as is_ordered
        from threads t join messages m on m.thread_id = t.id group by t.id`,
  );
  expect(threads.length).toBeGreaterThan(5);
  for (const { message_count, last_message, count, newest, is_waiting, is_ordered } of threads) {
    expect([count, newest, is_waiting, is_ordered]).toEqual([
      message_count,
      last_message,
      false,
      true,
    ]);
  }
});
