import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  auditLog,
  deliveries,
  type ExpertRow,
  messages,
  optOuts,
  threads,
} from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { deleteWaitingJobs } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let { text, received, messagesOf, spends } = {} as ReturnType<typeof createTexter>;
beforeEach(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = (await signIn(test, asAdmin)).call;
  ({ text, received, messagesOf, spends } = createTexter(test, expert));
});
afterEach(() => test.close());

const idOfNone = '01890000-0000-7000-8000-000000000000';

const settle = (body: object) => admin('POST', '/api/threads/failures', body);
const listFailed = async (): Promise<string[]> => {
  const { body } = await admin('GET', '/api/threads?state=failed');
  return body.threads.map(({ id }: { id: string }) => id);
};

async function finish(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await test.runUntilIdle();
    await test.advance(60_000);
  }
}

async function aFailedQuestion(words = 'What is 2 + 2?') {
  const person = await aConnectedUser(test, expert);
  await text(person.phone, `${words} [fail 500 x4]`);
  await finish();
  return person;
}

async function aFailedReply() {
  const person = await aConnectedUser(test, expert);
  test.sandbox.planFailure(person.phone, { kind: '30003', times: 1 });
  await text(person.phone, 'What is 2 + 2?');
  await finish();
  test.sandbox.planFailure(person.phone, null);
  return person;
}

async function aThreadWithFailures(...days: string[]): Promise<string> {
  const { thread } = await aConnectedUser(test, expert);
  await test.runtime.db.insert(messages).values(
    days.map((day) => ({
      threadId: thread.id,
      direction: 'outbound' as const,
      origin: 'ai' as const,
      body: 'A reply',
      deliveryState: 'failed' as const,
      createdAt: new Date(`${day}T12:00:00Z`),
    })),
  );
  return thread.id;
}

describe('dismissing failures', () => {
  it('takes threads off the desk, can be undone, and leaves what fails later', async () => {
    const failed = await aThreadWithFailures('2026-03-01');
    const { thread } = await aConnectedUser(test, expert);
    const threadIds = [failed, thread.id];
    const { body } = await settle({ action: 'dismiss', threadIds });
    expect(body.results).toEqual([
      { threadId: failed, messages: 1, refusal: null },
      { threadId: thread.id, messages: 0, refusal: null },
    ]);
    expect(await listFailed()).toEqual([]);
    const undone = await settle({ action: 'restore', threadIds, at: body.at });
    expect(undone.body.results[0]).toEqual({ threadId: failed, messages: 1, refusal: null });
    expect(await listFailed()).toEqual([failed]);
    await settle({ action: 'dismiss', threadIds });
    await test.runtime.db
      .update(messages)
      .set({ dismissedAt: null })
      .where(eq(messages.threadId, failed));
    expect(await listFailed()).toEqual([failed]);
  });

  it('keeps to the days, the expert and the channel that were asked for', async () => {
    const both = await aThreadWithFailures('2026-03-01', '2026-03-05');
    const early = await aThreadWithFailures('2026-03-01');
    const { body } = await settle({ action: 'dismiss', all: true, from: '2026-03-02' });
    expect(body.results).toEqual([{ threadId: both, messages: 1, refusal: null }]);
    expect((await listFailed()).sort()).toEqual([both, early].sort());
    const other = await settle({ action: 'dismiss', all: true, channel: 'WHATSAPP' });
    expect(other.body.results).toEqual([]);
    await settle({ action: 'dismiss', all: true, expertId: expert.id });
    expect(await listFailed()).toEqual([]);
  });

  it('takes the newest 200 of all that match', async () => {
    const { runtime } = test;
    const made = await runtime.db
      .insert(threads)
      .values(
        Array.from({ length: 201 }, (_, index) => ({
          expertId: expert.id,
          handle: `+1202555${1000 + index}`,
          lastMessageAt: new Date(Date.UTC(2026, 2, 1, 0, index)),
        })),
      )
      .returning({ id: threads.id });
    await runtime.db.insert(messages).values(
      made.map(({ id: threadId }) => ({
        threadId,
        direction: 'inbound' as const,
        origin: 'gateway' as const,
        body: 'Hello',
        answerState: 'failed' as const,
      })),
    );
    const { body } = await settle({ action: 'dismiss', all: true });
    expect(body.results).toHaveLength(200);
    expect(await listFailed()).toEqual([made[0]?.id]);
  });
});

describe('trying failures again', () => {
  it('repairs questions and replies in one', async () => {
    const asked = await aFailedQuestion();
    const replied = await aFailedReply();
    const threadIds = [asked.thread.id, replied.thread.id];
    const { results } = (await settle({ action: 'repair', threadIds })).body;
    expect(results.map(({ messages: changed }: { messages: number }) => changed)).toEqual([1, 1]);
    await finish();
    expect(received(asked.phone).at(-1)).toContain('4');
    expect((await messagesOf(replied.phone))[1]).toMatchObject({ deliveryState: 'delivered' });
  });

  it('answers the questions and sends the replies of all that match, and reports each result', async () => {
    const asked = await aFailedQuestion();
    const stopped = await aFailedQuestion('What is 3 + 3?');
    const replied = await aFailedReply();
    const { handle } = stopped.thread;
    const address = expert.phoneNumber ?? '';
    await test.runtime.db.insert(optOuts).values({ channel: 'SMS', address, handle });

    const answered = await settle({ action: 'answer', all: true });
    expect(answered.body.results).toEqual([
      { threadId: replied.thread.id, messages: 0, refusal: null },
      {
        threadId: stopped.thread.id,
        messages: 0,
        refusal: expect.stringMatching(/^This person has opted out/),
      },
      { threadId: asked.thread.id, messages: 1, refusal: null },
    ]);
    const sent = await settle({ action: 'send', threadIds: [replied.thread.id] });
    expect(sent.body.results).toEqual([
      { threadId: replied.thread.id, messages: 1, refusal: null },
    ]);
    expect(await listFailed(), 'at once').toEqual([stopped.thread.id]);
    await finish();
    expect(await listFailed()).toEqual([stopped.thread.id]);
    expect(received(asked.phone).at(-1)).toContain('4');
    expect(await spends(asked.user.id)).toBe(1);
    expect((await messagesOf(replied.phone))[1]).toMatchObject({ deliveryState: 'delivered' });
    const audit = await test.runtime.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'message.replay'));
    expect(audit.map(({ entityId }) => entityId).sort()).toEqual(
      [asked.thread.id, replied.thread.id].sort(),
    );
  });

  it('answers a burst once', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2? [fail 500 x4]');
    await text(phone, 'And 3 + 3? [fail 500 x4]');
    await finish();
    const failed = (await messagesOf(phone)).filter(({ answerState }) => answerState === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    const { body } = await settle({ action: 'answer', threadIds: [thread.id] });
    expect(body.results).toMatchObject([{ threadId: thread.id, refusal: null }]);
    await test.advance(12_000);
    await test.runUntilIdle();
    const states = (await messagesOf(phone)).map(({ answerState }) => answerState);
    expect(states).not.toContain('failed');
  });

  it('leaves alone what has been dismissed', async () => {
    const { thread } = await aFailedQuestion();
    const threadIds = [thread.id];
    await settle({ action: 'dismiss', threadIds });
    const { body } = await settle({ action: 'answer', threadIds });
    expect(body.results).toEqual([{ threadId: thread.id, messages: 0, refusal: null }]);
  });
});

describe('undoing a retry', () => {
  it('within 10 seconds leaves the message as it was, unanswered and free', async () => {
    const { thread, phone, user } = await aFailedQuestion();
    const before = await messagesOf(phone);
    const { body } = await settle({ action: 'answer', all: true });
    expect(await listFailed()).toEqual([]);
    await test.advance(10_000);
    await test.runUntilIdle();
    const threadIds = [thread.id];
    const undone = await settle({ action: 'restore', threadIds, at: body.at });
    expect(undone.body.results).toEqual([{ threadId: thread.id, messages: 1, refusal: null }]);
    await finish();
    expect(await listFailed()).toEqual(threadIds);
    expect(await messagesOf(phone)).toEqual(before);
    expect(await spends(user.id)).toBe(0);
  });

  it('later changes nothing', async () => {
    const { thread, user } = await aFailedQuestion();
    const threadIds = [thread.id];
    const { body } = await settle({ action: 'answer', threadIds });
    await test.advance(12_000);
    await test.runUntilIdle();
    const late = await settle({ action: 'restore', threadIds, at: body.at });
    expect(late.body.results).toEqual([{ threadId: thread.id, messages: 0, refusal: null }]);
    await finish();
    expect(await spends(user.id)).toBe(1);
  });

  it('stops that retry alone: another one of the same conversation goes on', async () => {
    const { thread, phone } = await aFailedQuestion();
    const { body } = await settle({ action: 'answer', threadIds: [thread.id] });
    await test.advance(5_000);
    const failed = { threadId: thread.id, direction: 'outbound', origin: 'ai' } as const;
    const [reply] = await test.runtime.db
      .insert(messages)
      .values({ ...failed, body: 'A reply', deliveryState: 'failed' })
      .returning();
    await test.runtime.db.insert(deliveries).values({
      threadId: thread.id,
      messageId: reply?.id ?? '',
      part: 0,
      body: 'A reply',
      state: 'failed',
    });
    await settle({ action: 'send', threadIds: [thread.id] });
    await settle({ action: 'restore', threadIds: [thread.id], at: body.at });
    await test.advance(8_000);
    await test.runUntilIdle();
    expect(received(phone)).not.toContain('A reply');
    await test.advance(5_000);
    await test.runUntilIdle();
    expect(received(phone)).toContain('A reply');
  });
});

describe('a retry', () => {
  it('happens once, though its wakeup was lost', async () => {
    const { thread, user } = await aFailedQuestion();
    await settle({ action: 'answer', threadIds: [thread.id] });
    await deleteWaitingJobs(test.runtime.db);
    await test.advance(12_000);
    await sweep(test.runtime);
    await finish();
    expect(await spends(user.id)).toBe(1);
    expect(await listFailed()).toEqual([]);
  });

  it('that has become impossible is back on the desk', async () => {
    const { thread, phone } = await aFailedQuestion();
    await settle({ action: 'answer', threadIds: [thread.id] });
    await text(phone, 'STOP');
    await finish();
    expect(await listFailed()).toEqual([thread.id]);
  });
});

describe('POST /api/threads/failures', () => {
  const tooMany = Array(201).fill(idOfNone);
  it.each([
    ['no threads', { action: 'dismiss', threadIds: [] }, 400],
    ['201 threads', { action: 'answer', threadIds: tooMany }, 400],
    ['neither threads nor all', { action: 'send' }, 400],
    ['both', { action: 'send', all: true, threadIds: [idOfNone] }, 400],
    ['days in disorder', { action: 'send', all: true, from: '2026-03-02', to: '2026-03-01' }, 400],
    ['nothing to restore', { action: 'restore', threadIds: [idOfNone] }, 400],
    ['an unknown action', { action: 'forget', threadIds: [idOfNone] }, 400],
    ['an unknown thread', { action: 'dismiss', threadIds: [idOfNone] }, 200],
  ])('given %s', async (_, body, status) => {
    expect((await settle(body)).status).toBe(status);
    const { call } = await signIn(test);
    expect((await call('POST', '/api/threads/failures', body)).status).toBe(403);
  });
});
