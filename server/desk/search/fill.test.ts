import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '#server/commands/admin/run.ts';
import { lockThread } from '#server/db/locks.ts';
import { type ExpertRow, messageSearch, messages, searchProgress } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aNamedUser, findInDatabase } from '#test/erasure.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { fillBatch, fillSearch } from './fill.ts';
import { startFiller } from './filler.ts';

let test: TestApp;
let expert: ExpertRow;
beforeEach(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
});
afterEach(() => test.close());

const aMessage = (threadId: string, body = 'A walrus') => ({
  threadId,
  body,
  direction: 'inbound' as const,
  origin: 'gateway' as const,
  answerState: 'recorded' as const,
});

async function listMissing() {
  const { db } = test.runtime;
  const rows = await db
    .select({ id: messages.id, found: messageSearch.messageId, words: messageSearch.words })
    .from(messages)
    .leftJoin(messageSearch, eq(messageSearch.messageId, messages.id));
  return rows.filter(({ found }) => found === null).map(({ id }) => id);
}
async function readDoneSeq(): Promise<number> {
  const [row] = await test.runtime.db.select().from(searchProgress);
  return row?.doneSeq ?? 0;
}

/** Other tests' transactions on the server may hold it up. */
const settleAt = (seq: number) =>
  expect
    .poll(
      async () => {
        await fillSearch(test.runtime.db);
        return readDoneSeq();
      },
      { timeout: 60_000 },
    )
    .toBe(seq);

describe('the search is filled', () => {
  it('by itself, soon after a text has come in', async () => {
    const { runtime } = test;
    const filler = startFiller(runtime);
    const { phone } = await aConnectedUser(test, expert);
    await createTexter(test, expert).text(phone, 'Is a walrus heavy?');
    await test.runUntilIdle();
    await expect.poll(listMissing, { timeout: 60_000 }).toEqual([]);
    await filler.stop();
  });

  it('batch by batch, each message once', async () => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    const many = Array.from({ length: 600 }, () => aMessage(thread.id));
    await db.insert(messages).values(many);
    expect(await fillSearch(db)).toBe(600);
    expect(await listMissing()).toEqual([]);
    await db.insert(messages).values(aMessage(thread.id));
    expect(await fillSearch(db)).toBe(1);
    expect(await fillSearch(db)).toBe(0);
    await settleAt(601);
  });

  it.each([
    ['a letter of two halves at the cut', `a${'𐀀'.repeat(60)}`],
    ['one among accents', `a${'\u0315'.repeat(398)}${'𐀀'.repeat(6)}`],
    ['quotes and backslashes', `'"\\:1 '':2 \\'`],
    ['letters that become many', 'ﷺ'.repeat(21_000)],
    [
      'words without number',
      Array.from({ length: 12_000 }, (_, nth) => nth.toString(36)).join(' '),
    ],
    ['a script without spaces', '漢'.repeat(21_000)],
  ])('whatever a text holds: %s', async (_, body) => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    await db.insert(messages).values([aMessage(thread.id, body), aMessage(thread.id)]);
    expect(await fillSearch(db)).toBe(2);
    expect(await listMissing()).toEqual([]);
  });

  it('again after a crash in the middle of a batch', async () => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    await db.insert(messages).values([aMessage(thread.id), aMessage(thread.id)]);
    const crash = transact(db, async (tx) => {
      await fillBatch(tx);
      throw new Error('cut off');
    });
    await expect(crash).rejects.toThrow('cut off');
    expect(await readDoneSeq()).toBe(0);
    expect(await fillSearch(db)).toBe(2);
  });

  it('where a backup has been restored to a server that counts transactions anew', async () => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    await db.insert(messages).values(aMessage(thread.id));
    await fillSearch(db);
    await db.update(searchProgress).set({ nextSeq: 1, settlesAtXid: 2n ** 60n });
    await settleAt(1);
  });

  it('anew by a command', async () => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    await db.insert(messages).values([aMessage(thread.id), aMessage(thread.id)]);
    await fillSearch(db);
    await db.delete(messageSearch);
    expect(await fillSearch(db)).toBe(2);
    await fillSearch(db);
    await db.update(messageSearch).set({ words: '' });
    const { openDatabase } = test;
    const environment = { DATA_DIR: test.runtime.config.dataDir };
    const { out, code } = await runAdmin(['rebuild-search'], { environment, openDatabase });
    expect({ out, code }).toEqual({ out: 'The search has 2 messages.\n', code: 0 });
    const rows = await db.select({ words: messageSearch.words }).from(messageSearch);
    expect(rows).toEqual([{ words: "'a':1 'walrus':2" }, { words: "'a':1 'walrus':2" }]);
  });
});

describe.runIf(hasDatabaseServer)('with several transactions at once', () => {
  it('a message that is committed after younger ones is added', async () => {
    const { db } = test.runtime;
    const [slow, fast] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
    await transact(db, async (tx) => {
      await lockThread(tx, slow.thread.id);
      await tx.insert(messages).values(aMessage(slow.thread.id));
      await db.insert(messages).values(aMessage(fast.thread.id));
      for (let pass = 0; pass < 3; pass++) await fillSearch(db);
      expect(await readDoneSeq()).toBe(0);
    });
    expect(await fillSearch(db)).toBe(1);
    expect(await listMissing()).toEqual([]);
    await settleAt(2);
  });

  it('each message is added once', async () => {
    const { db } = test.runtime;
    const { thread } = await aConnectedUser(test, expert);
    await db.insert(messages).values(Array.from({ length: 300 }, () => aMessage(thread.id)));
    const counts = await Promise.all(Array.from({ length: 4 }, () => fillSearch(db)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(300);
    expect(await listMissing()).toEqual([]);
  });

  it('a person who is erased while their words are added leaves none', async () => {
    const { db } = test.runtime;
    for (let round = 0; round < 5; round++) {
      const person = await aNamedUser(test, expert);
      await db.insert(messages).values(aMessage(person.thread.id, 'Featherstonehaugh'));
      await Promise.all([person.leave(), fillSearch(db)]);
      await fillSearch(db);
      expect(await findInDatabase(test, ['featherstonehaugh', 'Featherstonehaugh'])).toEqual([]);
    }
  });
});

it('an erased person leaves no words', async () => {
  const { db } = test.runtime;
  const person = await aNamedUser(test, expert);
  await db.insert(messages).values(aMessage(person.thread.id, 'Featherstonehaugh'));
  await fillSearch(db);
  expect(await findInDatabase(test, ['featherstonehaugh'])).toEqual([
    'message_search: featherstonehaugh',
  ]);
  expect((await person.leave()).status).toBe(200);
  await fillSearch(db);
  expect(await findInDatabase(test, ['featherstonehaugh'])).toEqual([]);
});
