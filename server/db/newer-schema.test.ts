import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
});
afterAll(() => test.close());

const expand = [
  'alter table messages add column mood text',
  "alter table threads add column tone text not null default 'plain'",
  'create index messages_mood on messages (mood)',
  'create table moods (name text primary key)',
];
const contract = [
  'drop table moods',
  'alter table threads drop column tone',
  'alter table messages drop column mood',
];

it('a process goes on while a newer one adds columns, indexes and tables', async () => {
  const { phone } = await aConnectedUser(test, expert);
  const { text, messagesOf } = createTexter(test, expert);
  const ask = async (body: string) => {
    await text(phone, body);
    await test.runUntilIdle();
  };
  await ask('What is 12*7?');
  try {
    for (const statement of expand) await test.runtime.db.execute(sql.raw(statement));
    // Its statements were prepared before.
    await ask('What is 12*8?');
    await ask('What is 12*9?');
  } finally {
    for (const statement of contract) await test.runtime.db.execute(sql.raw(statement));
  }
  await ask('What is 12*10?');
  const asked = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
  const states = asked.map(({ answerState }) => answerState);
  expect(states).toEqual(['answered', 'answered', 'answered', 'answered']);
});
