import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/auth/store.ts';
import { auditLog, deliveries, type ExpertRow, optOuts, threads } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, messagesOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, messagesOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

const apology = "Sorry, I can't answer right now. Please try again in a few minutes.";

async function aFailedQuestion(words = 'What is 2 + 2? [fail 500 x4]', to = expert) {
  const person = await aConnectedUser(test, to);
  await text(person.phone, words, to);
  await settle();
  return { ...person, message: await first(person.phone) };
}

async function aFailedReply(kind: '30003' | '500' | '21610' = '30003', times = 1) {
  const person = await aConnectedUser(test, expert);
  test.sandbox.planFailure(person.phone, { kind, times });
  await text(person.phone, 'What is 2 + 2?');
  await settle();
  test.sandbox.planFailure(person.phone, null);
  const [, message] = await messagesOf(person.phone);
  return { ...person, message: message as NonNullable<typeof message> };
}

const partsOf = (messageId: string) =>
  test.runtime.db.select().from(deliveries).where(eq(deliveries.messageId, messageId));

async function first(phone: string) {
  const [message] = await messagesOf(phone);
  return message as NonNullable<typeof message>;
}

async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await test.runUntilIdle();
    await test.advance(60_000);
  }
}

const replay = ({ threadId, id }: { threadId: string; id: string }, call = admin.call) =>
  call('POST', `/api/threads/${threadId}/messages/${id}/replay`);

/** The gateway took the text, but its report got lost. */
async function loseReport(messageId: string): Promise<void> {
  const failures = [{ at: '2026-11-21T12:00:00Z', kind: 'unknown_outcome', detail: '' }];
  const change = { state: 'failed' as const, gatewayMessageId: null, failures };
  await test.runtime.db.update(deliveries).set(change).where(eq(deliveries.messageId, messageId));
}

describe('replaying a text of unknown outcome', () => {
  // First, while the test's clock is still the gateway's: texts are matched by time.
  it('does not send it again if the gateway has it', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await test.worker.runUntilIdle();
    await test.sandbox.waitUntilIdle();
    const [, message] = await messagesOf(phone);
    if (!message) throw new Error('no reply');
    await loseReport(message.id);
    await test.advance(20_000);
    expect((await replay(message)).status).toBe(200);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'sent' });
  });
});

describe('replaying a text without an answer', () => {
  it('answers it once, for one credit, and its details say who asked', async () => {
    const { phone, user, message } = await aFailedQuestion();
    expect(message.answerState).toBe('failed');
    const { status, body } = await replay(message);
    expect(status).toBe(200);
    expect(body.message).toMatchObject({ id: message.id, answer: { state: 'waiting' } });
    await settle();

    const answered = await first(phone);
    expect(answered.answerState).toBe('answered');
    expect(answered.failures.map(({ kind }) => kind)).toEqual([
      'provider_down',
      'provider_down',
      'provider_down',
      'provider_down',
      'replayed',
    ]);
    expect(received(phone)).toEqual([apology, expect.stringContaining('4')]);
    expect(await spends(user.id)).toBe(1);
    const { db } = test.runtime;
    const [audit] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, message.threadId))
      .orderBy(desc(auditLog.createdAt));
    expect(audit).toMatchObject({ action: 'message.replay', after: { messageId: message.id } });
  });

  it('allows all attempts again, and fails like a new text', async () => {
    const { phone, user, message } = await aFailedQuestion('What is 1 + 1? [fail 500 x8]');
    await replay(message);
    await settle();
    const again = await first(phone);
    expect(again.answerState).toBe('failed');
    expect(again.failures).toHaveLength(9);
    expect(received(phone)).toEqual([apology, apology]);
    expect(await spends(user.id)).toBe(0);
  });

  it('answers with the later messages in mind', async () => {
    const { phone, message } = await aFailedQuestion('What is 3 + 3? [fail 500 x4]');
    await text(phone, 'What is 5 + 5?');
    await settle();
    await replay(message);
    await settle();
    const rows = await messagesOf(phone);
    expect(rows.at(-1)).toMatchObject({ origin: 'ai', replyToId: message.id });
    expect(received(phone).at(-1)).toContain('6');
  });

  it('runs the guards again: without credits the person gets a notice', async () => {
    const { phone, user, message } = await aFailedQuestion('What is 2 + 5? [fail 500 x4]');
    for (let spent = 0; spent < 5; spent++) await text(phone, `What is ${spent} + 1?`);
    await settle();
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 5 });
    await replay(message);
    await settle();
    expect(await first(phone)).toMatchObject({ answerState: 'refused', guard: 'credit' });
  });

  it('includes the whole burst', async () => {
    const patient = await anExpert(test, { answersBursts: true });
    const { phone } = await aConnectedUser(test, patient);
    await text(phone, 'Good morning', patient);
    await text(phone, 'What is 4 + 4? [fail 500 x4]', patient);
    await settle();
    const [before, last] = await messagesOf(phone);
    expect(before).toMatchObject({ answerState: 'failed', answeredWithId: last?.id });
    await replay(before as NonNullable<typeof before>);
    await settle();
    const rows = await messagesOf(phone);
    expect(rows.slice(0, 2).map(({ answerState }) => answerState)).toEqual([
      'answered',
      'answered',
    ]);
    expect(rows.filter(({ origin }) => origin === 'ai')).toHaveLength(1);
  });

  it('happens once, even for two admins at the same moment', async () => {
    const { phone, user, message } = await aFailedQuestion('What is 2 + 6? [fail 500 x4]');
    const statuses = (await Promise.all([replay(message), replay(message)])).map((r) => r.status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    await settle();
    expect(received(phone)).toHaveLength(2);
    expect(await spends(user.id)).toBe(1);
  });
});

describe('resending an undelivered reply', () => {
  it('delivers it once at no cost, as its credit was refunded', async () => {
    const { phone, user, message } = await aFailedReply();
    expect(message.deliveryState).toBe('failed');
    const seen = received(phone).length;
    const { status, body } = await replay(message);
    expect([status, body.message.delivery]).toEqual([200, { state: 'queued', reason: null }]);
    await settle();
    expect(received(phone)).toHaveLength(seen + 1);
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'delivered',
      deliveryReason: null,
    });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });

  it('reports another failure, and refunds nothing twice', async () => {
    const { phone, user, message } = await aFailedReply();
    test.sandbox.planFailure(phone, { kind: '30003', times: 1 });
    await replay(message);
    await settle();
    test.sandbox.planFailure(phone, null);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'failed' });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });

  it('after an outage allows all attempts again', async () => {
    const { phone, message } = await aFailedReply('500', 100);
    expect(message.deliveryState).toBe('failed');
    test.sandbox.planFailure(phone, { kind: '500', times: 2 });
    await replay(message);
    await settle();
    test.sandbox.planFailure(phone, null);
    expect(await partsOf(message.id)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    expect(received(phone)).toHaveLength(1);
  });

  it('sends only the parts that were not sent', async () => {
    const { phone, message, thread } = await aFailedReply();
    const { db } = test.runtime;
    const place = { messageId: message.id, threadId: thread.id };
    await db.insert(deliveries).values({ ...place, part: 1, body: 'It was sent.', state: 'sent' });
    await db.insert(deliveries).values({ ...place, part: 2, body: 'The rest.', state: 'failed' });
    const seen = received(phone).length;
    await replay(message);
    await settle();
    expect(received(phone).slice(seen)).toEqual([message.body, 'The rest.']);
  });

  it('sends nothing while the person has opted out', async () => {
    const { phone, message } = await aFailedReply('21610');
    const { status, body } = await replay(message);
    expect(status).toBe(422);
    expect(body.message).toBe(
      'This person has opted out of texts from Ada. Only they can opt back in, by texting START.',
    );
    await test.runtime.db.delete(optOuts).where(eq(optOuts.handle, phone));
    expect((await replay(message)).status).toBe(200);
    await settle();
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
  });

  it("is refused if the text may have arrived and the gateway can't look it up", async () => {
    const whatsapp = await anExpert(test, { channel: 'WHATSAPP' });
    const { phone } = await aConnectedUser(test, whatsapp);
    await text(phone, 'What is 2 + 2?', whatsapp);
    await test.runUntilIdle();
    const [, message] = await messagesOf(phone);
    if (!message) throw new Error('no reply');
    await loseReport(message.id);
    const { status, body } = await replay(message);
    expect(status).toBe(422);
    expect(body.message).toContain('so it is not sent again');
    expect(await partsOf(message.id)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a replay', () => {
  it('requires a failure', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await settle();
    for (const message of await messagesOf(phone)) {
      const { status, body } = await replay(message);
      expect([status, body.message]).toEqual([
        409,
        'Only a message that has failed can be tried again.',
      ]);
    }
  });

  it('requires an admin, and a message of the thread', async () => {
    const { user, message } = await aFailedReply();
    const other = await aFailedReply();
    const { db, clock } = test.runtime;
    const token = await createToken(db, user.id, clock.now());
    expect((await replay(message, callAs(test, token))).status).toBe(403);
    expect((await replay(message, callAs(test, null))).status).toBe(401);
    const elsewhere = await replay({ threadId: other.thread.id, id: message.id });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([404, 'Message not found']);
    expect((await replay({ threadId: message.threadId, id: 'x' })).status).toBe(400);
  });

  it('is refused once the number has left the thread', async () => {
    const { message } = await aFailedReply();
    await test.runtime.db
      .update(threads)
      .set({ isCurrent: false, handle: aPhone() })
      .where(eq(threads.id, message.threadId));
    expect((await replay(message)).status).toBe(422);
  });
});
