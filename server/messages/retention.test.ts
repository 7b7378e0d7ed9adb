import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import {
  attachments,
  deliveries,
  type ExpertRow,
  type MessageRow,
  messageSearch,
  messages,
  orphanedFiles,
  replyDrafts,
  type ThreadRow,
  threads,
} from '#server/db/schema.ts';
import { fillSearch } from '#server/desk/search/fill.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';
import { expireMessagesBefore } from './retention-store.ts';

const keptDays = 30;
let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp({ MESSAGE_DAYS: String(keptDays), AUDIT_DAYS: '0' });
  expert = await anExpert(test);
  texter = createTexter(test, expert);
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

async function anAnsweredText(words = 'Where do swifts sleep?') {
  const person = await aConnectedUser(test, expert);
  await texter.text(person.phone, words);
  await test.runUntilIdle();
  const [asked, answer] = (await texter.messagesOf(person.phone)) as [MessageRow, MessageRow];
  return { ...person, asked, answer };
}

async function age(days: number): Promise<void> {
  await test.advance(days * dayMs);
  await deleteExpired(test.runtime);
}

async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await test.runUntilIdle();
    await test.advance(60_000);
  }
}

/** A browser's token would have ended. */
async function read(userId: string, threadId: string) {
  const { db, clock } = test.runtime;
  const call = callAs(test, await createToken(db, userId, clock.now()));
  return (await call('GET', `/api/threads/${threadId}/messages`)).body;
}

async function asStaff() {
  const { db, clock } = test.runtime;
  return callAs(test, await createToken(db, admin.user.id, clock.now()));
}

const rowOf = async (id: string) => {
  const [row] = await test.runtime.db.select().from(messages).where(eq(messages.id, id));
  return row as MessageRow;
};

describe('a message that is older than MESSAGE_DAYS', () => {
  it('loses its words and ids wherever they are, and its row stays', async () => {
    const { db } = test.runtime;
    const { thread, user, phone, asked, answer } = await anAnsweredText();
    await fillSearch(db);
    await age(keptDays - 1);
    expect(await rowOf(asked.id)).toEqual(asked);
    await age(2);
    const rows = await texter.messagesOf(phone);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ body: '', gatewayMessageId: null, expiredAt: expect.any(Date) });
    }
    const { aiMeta, answerState, deliveryState, seq } = rows[1] as MessageRow;
    expect({ aiMeta, answerState, deliveryState, seq }).toEqual({
      aiMeta: answer.aiMeta,
      answerState: null,
      deliveryState: 'delivered',
      seq: answer.seq,
    });
    const ofThread = [messageSearch, deliveries].map((table) =>
      db.select().from(table).where(eq(table.threadId, thread.id)),
    );
    expect(await Promise.all(ofThread)).toEqual([[], []]);
    expect((await verifyLedger(db)).findings).toEqual([]);
    expect(await texter.spends(user.id)).toBe(1);
    const page = await read(user.id, thread.id);
    expect(page.thread).toMatchObject({ lastMessage: '[No longer kept]', messageCount: 2 });
    for (const message of page.messages) {
      expect(message).toMatchObject({ body: '', expiredAt: expect.any(String) });
    }
    const environment = { DATA_DIR: test.runtime.config.dataDir };
    const { openDatabase } = test;
    const { out } = await runAdmin(['explain', asked.id], { environment, openDatabase });
    expect(out).toContain('older than MESSAGE_DAYS: its words were deleted');
  });

  it('keeps newer messages of the conversation, and models get none of the expired words', async () => {
    const wire = await startVendorServer();
    const { id: providerId } = await aProvider(test, {
      config: { model: 'any', baseUrl: wire.url },
    });
    const told = await anExpert(test, { providerId });
    const { phone, thread, user } = await aConnectedUser(test, told);
    const ask = async (words: string) => {
      const message = { role: 'assistant', content: `About ${words}` };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      wire.react(replyWith(200, { id: 'one', created: 1_763_700_000, model: 'any', choices }));
      await texter.text(phone, words, told);
      await test.runUntilIdle();
    };
    await ask('swifts');
    await test.advance(20 * dayMs);
    await ask('owls');
    await age(keptDays - 10);
    await ask('larks');
    const said = JSON.stringify(wire.calls.at(-1)?.body.messages);
    expect(said).toContain('owls');
    expect(said).not.toContain('swifts');
    expect(said).not.toContain('[Picture]');
    const page = await read(user.id, thread.id);
    // By day, a notice about credits is among them.
    const own = page.messages.filter(({ origin }: { origin: string }) => origin !== 'system');
    expect(own.map(({ body }: { body: string }) => body)).toEqual([
      ...['About larks', 'larks', 'About owls', 'owls', '', ''],
    ]);
    expect(page.thread.lastMessage).not.toBe('[No longer kept]');
    wire.close();
  });

  it('loses its pictures, with their files', async () => {
    const { db, clock } = test.runtime;
    const { asked } = await anAnsweredText();
    const source = { url: null, id: 'a-picture', contentType: null };
    const picture = { messageId: asked.id, source, width: 1, height: 1, createdAt: clock.now() };
    const [kept] = await db
      .insert(attachments)
      .values({ ...picture, position: 0, state: 'stored', picture: null })
      .returning();
    await age(keptDays + 1);
    const left = db.select().from(attachments).where(eq(attachments.messageId, asked.id));
    expect(await left).toEqual([]);
    const files = (await db.select().from(orphanedFiles)).map(({ name }) => name);
    expect(files).toContain(`pictures/${kept?.id}.webp`);
  });

  it('that failed is no longer a failure to settle, and can not be tried again', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await texter.text(phone, 'What is 2 + 2? [fail 500 x4]');
    await settle();
    const [failed] = (await texter.messagesOf(phone)) as [MessageRow];
    expect(failed.answerState).toBe('failed');
    await age(keptDays + 1);
    const staff = await asStaff();
    const page = (await staff('GET', `/api/threads/${thread.id}/messages`)).body;
    expect(page.thread.hasFailed).toBe(false);
    const again = await staff('POST', `/api/threads/${thread.id}/messages/${failed.id}/replay`);
    expect(again.status).toBe(409);
    expect((await rowOf(failed.id)).answerState).toBe('failed');
  });

  it('leaves the ledger right, also of a reply that was given back and arrived later', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '30003', times: 1 });
    await texter.text(phone, 'What is 2 + 2?');
    await settle();
    test.sandbox.planFailure(phone, null);
    const [, reply] = (await texter.messagesOf(phone)) as [MessageRow, MessageRow];
    const staff = await asStaff();
    await staff('POST', `/api/threads/${thread.id}/messages/${reply.id}/replay`);
    await settle();
    expect((await rowOf(reply.id)).deliveryState).toBe('delivered');
    await age(keptDays + 1);
    expect((await rowOf(reply.id)).body).toBe('');
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });
});

describe('what is waiting stays, however old it is:', () => {
  const change = (row: MessageRow, change: Partial<MessageRow>) =>
    test.runtime.db.update(messages).set(change).where(eq(messages.id, row.id));
  const changeThread = (row: MessageRow, change: Partial<ThreadRow>) =>
    test.runtime.db.update(threads).set(change).where(eq(threads.id, row.threadId));
  const long = new Date('2020-01-01T00:00:00Z');

  it.each<[string, 'asked' | 'answer', (row: MessageRow) => PromiseLike<unknown>]>([
    ['a text that a person will answer', 'asked', (row) => change(row, { answerState: 'held' })],
    ['a replay', 'asked', (row) => change(row, { replayBy: admin.user.id, dismissedAt: long })],
    [
      'a text on its way',
      'answer',
      (row) => {
        const { db } = test.runtime;
        return db
          .update(deliveries)
          .set({ state: 'uncertain' })
          .where(eq(deliveries.messageId, row.id));
      },
    ],
    [
      'a draft',
      'asked',
      ({ id: messageId, threadId }) =>
        test.runtime.db.insert(replyDrafts).values({ messageId, threadId, body: 'Perhaps' }),
    ],
    ['a crisis', 'asked', (row) => changeThread(row, { riskAt: long })],
    ['a wish for a person', 'asked', (row) => changeThread(row, { humanWantedAt: long })],
  ])('%s', async (_what, which, makeWait) => {
    const found = await anAnsweredText();
    await makeWait(found[which]);
    await test.advance((keptDays + 1) * dayMs);
    const { db, clock } = test.runtime;
    const before = new Date(clock.now().getTime() - keptDays * dayMs);
    await expireMessagesBefore(db, before, 500, clock.now());
    const row = await rowOf(found[which].id);
    expect(row).toMatchObject({ body: found[which].body, expiredAt: null });
    // The next cases would find it.
    await db.delete(replyDrafts);
    await db.update(deliveries).set({ state: 'sent' }).where(eq(deliveries.messageId, row.id));
    await change(row, { answerState: found[which].answerState, replayBy: null });
    await changeThread(row, { riskAt: null, humanWantedAt: null });
  });
});

it('goes in batches, and no batch finds again what has expired', async () => {
  const { db, clock } = test.runtime;
  await age(keptDays + 1);
  await anAnsweredText();
  await test.advance((keptDays + 1) * dayMs);
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  const counts = [];
  for (let round = 0; round < 3; round++) {
    counts.push(await expireMessagesBefore(db, before, 1, clock.now()));
  }
  expect(counts).toEqual([1, 1, 0]);
});

it('keeps every message where the setting is 0', async () => {
  const { config } = test.runtime;
  const { asked } = await anAnsweredText();
  await test.advance(10_000 * dayMs);
  const retention = { ...config.retention, pictureDays: 0, messageDays: 0 };
  await deleteExpired({ ...test.runtime, config: { ...config, retention } });
  expect((await rowOf(asked.id)).body).toBe('Where do swifts sleep?');
});
