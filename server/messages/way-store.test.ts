import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import { messages } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { readWay } from './way-store.ts';

const manyTexts = 3_000;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('does not read a whole conversation to tell one way', async () => {
  const { db, clock } = test.runtime;
  const expert = await anExpert(test);
  const { text, messagesOf } = createTexter(test, expert);
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(phone, 'What is 2 + 2?');
  await test.runUntilIdle();
  const [asked, answer] = await messagesOf(phone);
  const common = { threadId: thread.id, createdAt: clock.now(), body: 'one of many' };
  const inbound = { direction: 'inbound', origin: 'gateway', answerState: 'recorded' } as const;
  const many = Array.from({ length: manyTexts }, () => ({ ...common, ...inbound }));
  await db.insert(messages).values(many);
  await db.execute(sql`analyze messages`);
  const { way, read } = await transact(db, async (tx) => ({
    way: await readWay(tx, asked?.id as string),
    read: await rowsOf<{ count: number }>(
      tx,
      sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
          where relname = 'messages'`,
    ),
  }));
  expect(way?.answers.map(({ message }) => message.id)).toEqual([answer?.id]);
  expect(read[0]?.count).toBeGreaterThan(0);
  expect(read[0]?.count).toBeLessThan(100);
});
