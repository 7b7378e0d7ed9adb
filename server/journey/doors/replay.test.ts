import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import {
  auditLog,
  deliveries,
  type ExpertRow,
  messages,
  optOuts,
  threads,
  users,
} from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy } from '#test/checkout.ts';
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

/** The gateway took the text, but its report was lost. */
async function loseReport(messageId: string): Promise<void> {
  const failures = [{ at: '2026-11-21T12:00:00Z', kind: 'unknown_outcome', detail: '' }];
  const change = { state: 'failed' as const, gatewayMessageId: null, failures };
  await test.runtime.db.update(deliveries).set(change).where(eq(deliveries.messageId, messageId));
}

describe('replaying a text of unknown outcome', () => {
  // First, while the test's clock is the gateway's.
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

  it('allows all attempts again, and fails without a second apology', async () => {
    const { phone, user, message } = await aFailedQuestion('What is 1 + 1? [fail 500 x8]');
    await replay(message);
    await settle();
    const again = await first(phone);
    expect(again.answerState).toBe('failed');
    expect(again.failures).toHaveLength(9);
    expect(received(phone)).toEqual([apology]);
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

  it("sends no reply of the AI's where a person answers, alone or with others", async () => {
    const { phone, message } = await aFailedReply('21610');
    await test.runtime.db.delete(optOuts).where(eq(optOuts.handle, phone));
    const path = `/api/threads/${message.threadId}`;
    await admin.call('POST', `${path}/take`);
    const { status, body } = await replay(message);
    expect([status, body.message]).toEqual([
      422,
      'A person answers this conversation now. Return it to the AI first.',
    ]);
    const bulk = { action: 'send', threadIds: [message.threadId] };
    expect((await admin.call('POST', '/api/threads/failures', bulk)).body.results).toEqual([
      {
        threadId: message.threadId,
        messages: 0,
        refusal: 'A person answers this conversation now. Return it to the AI first.',
      },
    ]);
    await admin.call('POST', `${path}/return`, { answer: 'none' });
    expect((await replay(message)).status).toBe(200);
  });

  it('is refused where a person answers', async () => {
    const { message } = await aFailedQuestion('What is 7 + 1? [fail 500 x4]');
    await admin.call('POST', `/api/threads/${message.threadId}/take`);
    const { status, body } = await replay(message);
    expect([status, body.message]).toEqual([
      422,
      'A person answers this conversation now. Return it to the AI first.',
    ]);
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

describe('texts refused for lack of credit', () => {
  const paths = {
    list: '/api/threads/unpaid',
    answer: (id: string) => `/api/threads/${id}/answer-unpaid`,
  };

  async function aPersonWhoRanOut(words: string[]) {
    const person = await aConnectedUser(test, expert);
    const { db, clock } = test.runtime;
    await db.update(users).set({ messageCount: 5 }).where(eq(users.id, person.user.id));
    for (const body of words) await text(person.phone, body);
    await settle();
    const mine = callAs(test, await createToken(db, person.user.id, clock.now()));
    const states = async () =>
      (await messagesOf(person.phone))
        .filter(({ direction }) => direction === 'inbound')
        .map(({ body, answerState }) => `${body} ${answerState}`);
    return { ...person, mine, states, answer: paths.answer(person.thread.id) };
  }

  it('are offered once they can be paid for, and answered once, each for a credit', async () => {
    const words = ['What is 2 + 2?', 'What is 3 + 3?'];
    const { mine, phone, user, thread, states, answer } = await aPersonWhoRanOut(words);
    expect((await mine('GET', paths.list)).body).toEqual({ threads: [] });
    const unpaid = await mine('POST', answer);
    expect([unpaid.status, unpaid.body.message]).toEqual([
      409,
      'You have no messages left. Please choose a plan first.',
    ]);

    await buy(test, mine, 'payg');
    const { displayName } = expert;
    expect((await mine('GET', paths.list)).body).toEqual({
      threads: [{ threadId: thread.id, displayName, imageUrl: null, texts: 2 }],
    });
    const handle = (handler: 'ai' | 'human') =>
      test.runtime.db.update(threads).set({ handler }).where(eq(threads.id, thread.id));
    await handle('human');
    const byHand = await mine('POST', answer);
    expect([byHand.status, byHand.body.message]).toEqual([
      409,
      'A person answers this conversation now.',
    ]);
    await handle('ai');
    const twice = await Promise.all([mine('POST', answer), mine('POST', answer)]);
    expect(twice.map(({ body }) => body.answering).sort()).toEqual([0, 2]);
    await settle();
    expect(await states()).toEqual(words.map((body) => `${body} answered`));
    expect(received(phone).slice(-2)).toEqual([
      expect.stringContaining('4'),
      expect.stringContaining('6'),
    ]);
    expect(await spends(user.id)).toBe(2);
    expect((await mine('GET', paths.list)).body).toEqual({ threads: [] });
    expect((await mine('POST', answer)).body).toEqual({ answering: 0 });
  });

  it('leaves out texts that ask for no answer, and so cost none', async () => {
    const words = ['What is 2 + 2?', 'Never mind', 'Wait', 'Oops', 'What is 3 + 3?'];
    const { mine, user, states, answer } = await aPersonWhoRanOut(words);
    // As stored before Sagewire knew such texts.
    const { db } = test.runtime;
    const reword = (from: string, body: string) =>
      db.update(messages).set({ body }).where(eq(messages.body, from));
    await reword('Never mind', 'Please stop texting me');
    await reword('Wait', "Sorry, I can't talk right now.");
    const revokedAt = test.runtime.clock.now();
    await db.update(messages).set({ revokedAt }).where(eq(messages.body, 'Oops'));
    await buy(test, mine, 'payg');
    expect((await mine('GET', paths.list)).body.threads).toMatchObject([{ texts: 2 }]);
    expect((await mine('POST', answer)).body).toEqual({ answering: 2 });
    await settle();
    expect(await states()).toEqual([
      'What is 2 + 2? answered',
      'Please stop texting me refused',
      "Sorry, I can't talk right now. refused",
      'Oops refused',
      'What is 3 + 3? answered',
    ]);
    expect(await spends(user.id)).toBe(2);
  });

  it('are the newest that can be paid for, since the last answer', async () => {
    const words = ['What is 1 + 1?', 'What is 2 + 2?', 'What is 3 + 3?'];
    const { mine, phone, user, states, answer } = await aPersonWhoRanOut(words);
    const credits = `/api/users/${user.id}/credits`;
    await admin.call('POST', credits, { delta: 2, reason: 'A gift' });
    expect((await mine('GET', paths.list)).body.threads).toMatchObject([{ texts: 2 }]);
    expect((await mine('POST', answer)).body).toEqual({ answering: 2 });
    await settle();
    const [oldest, ...answered] = words;
    const expected = [`${oldest} refused`, ...answered.map((body) => `${body} answered`)];
    expect(await states()).toEqual(expected);
    await admin.call('POST', credits, { delta: 5, reason: 'A gift' });
    expect((await mine('GET', paths.list)).body).toEqual({ threads: [] });
    await text(phone, 'STOP');
    await settle();
    expect((await mine('POST', answer)).body).toEqual({ answering: 0 });
  });

  it('stay as they are after STOP, with the words for it, and look missing to all others', async () => {
    const { mine, phone, user, states, answer } = await aPersonWhoRanOut(['What is 2 + 2?']);
    await text(phone, 'STOP');
    await settle();
    await admin.call('POST', `/api/users/${user.id}/credits`, { delta: 2, reason: 'A gift' });
    const refused = await mine('POST', answer);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `You have opted out of texts from ${expert.displayName}. Text START to get answers.`,
    ]);
    expect((await states())[0]).toBe('What is 2 + 2? refused');
    expect((await admin.call('POST', answer)).status).toBe(404);
    expect((await (await signIn(test)).call('POST', answer)).status).toBe(404);
  });
});
