import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
beforeEach(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
});
afterEach(() => test.close());

/** As a disk without room does, for a table or for some of its rows. */
async function refuseRows(table: string, condition = 'true') {
  const { db } = test.runtime;
  await db.execute(
    sql.raw(`create function refuse_row() returns trigger language plpgsql as $$ begin
      if ${condition} then raise 'could not extend file: No space left on device' using errcode = '53100'; end if;
      return new; end $$`),
  );
  await db.execute(
    sql.raw(
      `create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`,
    ),
  );
  return () => db.execute(sql.raw('drop function refuse_row cascade'));
}

const send = async (body: string, phone = aPhone()) =>
  (await createTexter(test, expert).webhookFor(phone, body).send()).status;
async function isReady() {
  const { statusCode, body } = await test.app.inject('/health/ready');
  return { statusCode, storing: JSON.parse(body).checks.storing };
}
const count = () =>
  rowsOf(
    test.runtime.db,
    sql`select (select count(*) from messages)::int as texts, (select count(*) from threads)::int as threads`,
  );

const ready = { statusCode: 200, storing: true };
const notReady = { statusCode: 503, storing: false };

it.each(['threads', 'messages', 'wakeups'])(
  'a process is not ready while every text is refused by %s, and ready again by itself',
  async (table) => {
    const makeRoom = await refuseRows(table);
    expect(await isReady()).toEqual(ready);
    expect(await send('Hello')).toBe(503);
    await expect.poll(isReady, { timeout: 5_000 }).toEqual(notReady);
    const before = await count();
    await makeRoom();
    await expect.poll(isReady, { timeout: 5_000 }).toEqual(ready);
    expect(await count()).toEqual(before);
  },
);

it('is ready again with the next text that is stored', async () => {
  const makeRoom = await refuseRows('messages');
  expect(await send('Hello')).toBe(503);
  await makeRoom();
  expect(await send('Hello')).toBe(200);
  expect(await isReady()).toEqual(ready);
});

it('stays ready while a single text is refused for its words', async () => {
  await refuseRows('messages', `new.body = 'poison'`);
  expect(await send('poison')).toBe(503);
  expect(await isReady()).toEqual(ready);
});
