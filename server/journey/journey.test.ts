import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import { type ExpertRow, messages, threads } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { deleteWaitingJobs, expireLeases, untilJobIsLeased } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends, webhookFor } = {} as ReturnType<
  typeof createTexter
>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends, webhookFor } = createTexter(test, expert));
});
afterAll(() => test.close());

describe('a text from the phone', () => {
  // spec: 7.33
  it('is answered on the phone, costs one credit and is shown with the answer details', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'What is 12*7?');
    await test.runUntilIdle();

    expect(received(phone)).toHaveLength(1);
    const [question, reply] = await messagesOf(phone);
    expect(question).toMatchObject({ body: 'What is 12*7?', answerState: 'answered' });
    expect(reply).toMatchObject({
      direction: 'outbound',
      origin: 'ai',
      body: received(phone)[0],
      replyToId: question?.id,
      deliveryState: 'delivered',
    });
    expect(reply?.aiMeta).toMatchObject({
      provider: 'openai',
      processingTimeMs: expect.any(Number),
      tokenUsage: { input: expect.any(Number), output: expect.any(Number) },
    });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    expect(await spends(user.id)).toBe(1);
    expect(await threadOf(phone)).toMatchObject({
      messageCount: 2,
      lastMessage: reply?.body,
    });
  });

  it('is one message, one answer and one credit, however often the gateway repeats it', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const webhook = webhookFor(phone, 'Once, please');
    const replies = await Promise.all(Array.from({ length: 50 }, () => webhook.send()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['<Response/>']));
    await test.runUntilIdle();
    await webhook.send();
    await test.runUntilIdle();

    expect(await messagesOf(phone)).toHaveLength(2);
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });

  it('with a wrong signature is refused and leaves no trace', async () => {
    const phone = aPhone();
    const webhook = webhookFor(phone, 'Let me in');
    const forged = await webhook.send({ 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' });
    expect(forged.status).toBe(403);
    expect(await test.runtime.db.select().from(threads).where(eq(threads.handle, phone))).toEqual(
      [],
    );
  });

  it('to an unknown expert gets a clear 404', async () => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody']) {
      const response = await fetch(`${test.runtime.config.publicUrl}/api/webhooks/experts/${id}`, {
        method: 'POST',
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: 'Expert not found' });
    }
  });

  it("that can't be read gets a clear 400, never a 500", async () => {
    const webhook = webhookFor(aPhone(), '', { MessageSid: '' });
    expect(await webhook.send()).toMatchObject({
      status: 400,
      body: '{"message":"MessageSid is missing"}',
    });
  });

  it('survives unusual content: NUL, emoji, right-to-left, 10 kB', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, `a\0b 👍🏽 شكرا ${'x'.repeat(10_000)}`);
    await test.runUntilIdle();
    const [question] = await messagesOf(phone);
    expect(question?.body).toBe(`ab 👍🏽 شكرا ${'x'.repeat(10_000)}`);
    expect(received(phone)).toHaveLength(1);
  });

  it('is stored without a transaction of its own, also the first one from a verified number', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const { db, queue } = test.runtime;
    // Once a second, not once a text.
    const check = vi.spyOn(queue, 'measureBacklog').mockResolvedValue(0);
    const transaction = vi.spyOn(db, 'transaction');
    await text(phone, 'Hello');
    expect(transaction).not.toHaveBeenCalled();
    transaction.mockRestore();
    check.mockRestore();
    expect(await messagesOf(phone)).toHaveLength(1);
    await test.runUntilIdle();
  });
});

describe('order', () => {
  it('answers ten texts sent at once in the order they were stored', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    await Promise.all(Array.from({ length: 10 }, (_, index) => text(phone, `Question ${index}`)));
    await test.runUntilIdle();
    const rows = await messagesOf(phone);
    const asked = rows.filter(({ direction }) => direction === 'inbound').map(({ id }) => id);
    const answered = rows.filter(({ origin }) => origin === 'ai').map(({ replyToId }) => replyToId);
    expect(answered).toEqual(asked);
    const replies = rows.filter(({ origin }) => origin === 'ai').map(({ body }) => body);
    expect(received(phone)).toEqual(replies);
  });

  it("makes no thread wait for another thread's slow model", async () => {
    const slow = await aConnectedUser(test, expert);
    const quick = await aConnectedUser(test, expert);
    await text(slow.phone, 'Think about it [slow 2s]');
    await text(quick.phone, 'Hello');
    await test.runUntilIdle();
    const rows = await test.runtime.db
      .select()
      .from(messages)
      .where(eq(messages.origin, 'ai'))
      .orderBy(asc(messages.seq));
    const order = rows.map(({ threadId }) => threadId);
    expect(order.indexOf(quick.thread.id)).toBeLessThan(order.indexOf(slow.thread.id));
  });
});

describe('a crash', () => {
  it('between the ack and the answer loses nothing', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    // The process died with the wakeup leased.
    const [job] = await test.runtime.queue.lease('answer-message', 1);
    expect(job).toBeDefined();
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    await expireLeases(test.runtime.db);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });

  it('that loses a wakeup is noticed by the sweep', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await deleteWaitingJobs(test.runtime.db);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });

  it("of the connection, after a reply's commit, neither doubles nor delays its text", async () => {
    const people = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
    for (const { phone } of people) await text(phone, 'Hello');
    const { db } = test.runtime;
    const begin = db.transaction.bind(db);
    const cut = vi.spyOn(db, 'transaction');
    cut.mockImplementationOnce(begin); // of the lease
    cut.mockImplementationOnce(async (...work) => {
      await begin(...work);
      throw new Error('Connection terminated unexpectedly');
    });
    await test.runUntilIdle();
    cut.mockRestore();
    for (const { phone, user } of people) {
      expect(received(phone)).toHaveLength(1);
      expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
      expect(await spends(user.id)).toBe(1);
    }
  });

  it('rolls back its work once another process has taken over', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, 'Hello [slow 1s]');
    const working = test.worker.runUntilIdle();
    await untilJobIsLeased(test.runtime.db);
    await expireLeases(test.runtime.db);
    await working;
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });
});

describe('the ledger', () => {
  it("adds up to every account's balance", async () => {
    const wrong = await rowsOf(
      test.runtime.db,
      sql`select u.id from users u join credit_entries e on e.user_id = u.id group by u.id
          having sum(e.used_delta) <> u.message_count or sum(e.granted_delta) <> u.paid_messages`,
    );
    expect(wrong).toEqual([]);
  });
});
