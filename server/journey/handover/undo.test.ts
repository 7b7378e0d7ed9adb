import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, riskEvents, threads } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import type { ThreadEvent } from '#shared/api/thread-events.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let ana: Awaited<ReturnType<typeof signIn>>;
let ben: typeof ana;
let { text, received, messagesOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ana = await signIn(test, asAdmin);
  ben = await signIn(test, asAdmin);
  ({ text, received, messagesOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

const act = (threadId: string, gesture: string, body = {}, by = ana) =>
  by.call('POST', `/api/threads/${threadId}/${gesture}`, body);
const undo = (threadId: string, by = ana) => act(threadId, 'undo', {}, by);
const resolve = (threadId: string, body: object) =>
  ana.call('PUT', `/api/threads/${threadId}/resolved`, body);
const readThread = async (id: string) => {
  const [row] = await test.runtime.db.select().from(threads).where(eq(threads.id, id));
  if (!row) throw new Error('The thread is gone');
  return row;
};
const eventsOf = async (threadId: string, by = ana): Promise<ThreadEvent[]> =>
  (await by.call('GET', `/api/threads/${threadId}/messages`)).body.events;

async function aCrisis() {
  const person = await aConnectedUser(test, expert);
  await text(person.phone, 'I want to kill myself tonight');
  await test.runUntilIdle();
  return person;
}

describe('undo', () => {
  it('of a return brings the crisis back, with its mark, its wait and its person', async () => {
    const { thread, phone } = await aCrisis();
    await act(thread.id, 'take');
    const before = await readThread(thread.id);
    await text(phone, 'Are you there?');
    await test.runUntilIdle();
    await act(thread.id, 'return', { answer: 'none' });
    expect(await readThread(thread.id)).toMatchObject({ handler: 'ai', riskAt: null });
    const undone = await undo(thread.id);
    expect([undone.status, undone.body.thread.handler]).toEqual([200, 'human']);
    const { handlerEpoch, humanWantedAt: _, ...kept } = before;
    expect(await readThread(thread.id)).toMatchObject({
      riskAt: kept.riskAt,
      assigneeId: ana.user.id,
      handedBecause: kept.handedBecause,
      aiReturnsAt: kept.aiReturnsAt,
    });
    expect((await readThread(thread.id)).handlerEpoch).toBeGreaterThan(handlerEpoch);
    const events = await test.runtime.db
      .select({ settledAs: riskEvents.settledAs })
      .from(riskEvents)
      .where(eq(riskEvents.threadId, thread.id));
    expect(events).toEqual([{ settledAs: null }]);
    const texts = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(texts.at(-1)).toMatchObject({ answerState: 'held', guard: 'handler' });
  });

  it('of a return holds what the AI was about to say, and costs nothing', async () => {
    const { thread, phone, user } = await aConnectedUser(test, expert);
    await act(thread.id, 'take');
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    const told = received(phone).length;
    await act(thread.id, 'return');
    await answerOnly(test);
    await undo(thread.id);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(told);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    await act(thread.id, 'return');
    await test.runUntilIdle();
    expect(received(phone).slice(told)).toEqual([expect.stringContaining('4')]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });

  it('of a take gives the conversation back, and what was held is answered once', async () => {
    const { thread, phone, user } = await aConnectedUser(test, expert);
    await act(thread.id, 'take');
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    await undo(thread.id);
    await test.runUntilIdle();
    expect(await readThread(thread.id)).toMatchObject({ handler: 'ai', assigneeId: null });
    expect(received(phone).filter((body) => body.includes('4'))).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });

  it('of taking a crisis that waits leaves the crisis waiting', async () => {
    const { thread } = await aCrisis();
    await act(thread.id, 'take');
    await undo(thread.id);
    const { handler, assigneeId, riskAt, humanWantedAt } = await readThread(thread.id);
    expect([handler, assigneeId, riskAt !== null, humanWantedAt !== null]).toEqual([
      ...['human', null],
      ...[true, true],
    ]);
  });

  it('of a resolve, of an assignment and of a false alarm restores what was', async () => {
    const { thread } = await aCrisis();
    for (const gesture of [
      () => resolve(thread.id, { isResolved: true }),
      () => act(thread.id, 'false-alarm'),
      () =>
        ana.call('PUT', `/api/threads/${thread.id}/assignee`, {
          assigneeId: ben.user.id,
          seenId: null,
        }),
    ]) {
      const before = await readThread(thread.id);
      expect((await gesture()).status).toBe(200);
      expect((await undo(thread.id)).status).toBe(200);
      const { handlerEpoch: _, disclosedAt: __, ...after } = await readThread(thread.id);
      expect(before).toMatchObject(after);
    }
  });

  it('is refused after a minute, twice, for a colleague, and once something has changed', async () => {
    const { thread, phone } = await aConnectedUser(test, expert);
    await act(thread.id, 'take');
    expect((await undo(thread.id, ben)).body.message).toBe('It is too late to undo this.');
    await resolve(thread.id, { isResolved: true });
    await text(phone, 'One more thing');
    await test.runUntilIdle();
    const changed = await undo(thread.id);
    expect([changed.status, changed.body.message]).toEqual([
      409,
      'This conversation has changed since, so this was not undone.',
    ]);
    await act(thread.id, 'take');
    expect((await undo(thread.id)).status).toBe(200);
    expect((await undo(thread.id)).status).toBe(409);
    await act(thread.id, 'take');
    await test.advance(2 * minuteMs);
    expect((await undo(thread.id)).status).toBe(409);
  });
});

it('a resolve may keep the conversation with its person, who goes on', async () => {
  const { thread, phone } = await aConnectedUser(test, expert);
  await act(thread.id, 'take');
  await resolve(thread.id, { isResolved: true, keeps: true });
  expect(await readThread(thread.id)).toMatchObject({
    handler: 'human',
    assigneeId: ana.user.id,
    resolvedAt: expect.any(Date),
  });
  await text(phone, 'What is 2 + 2?');
  await test.runUntilIdle();
  const texts = (await messagesOf(phone)).filter(({ origin }) => origin !== 'system');
  expect(texts).toMatchObject([{ direction: 'inbound', answerState: 'held' }]);
});

describe('each change of who answers', () => {
  it('is told in the conversation, by whom and until when', async () => {
    const { thread, phone } = await aConnectedUser(test, expert);
    await text(phone, 'HUMAN');
    await test.runUntilIdle();
    await act(thread.id, 'take');
    await act(thread.id, 'return', {}, ben);
    await act(thread.id, 'return');
    await resolve(thread.id, { isResolved: true, keeps: true });
    const events = await eventsOf(thread.id);
    expect(events.map(({ kind, actor, because, by }) => [kind, actor?.id, because, by])).toEqual([
      ['hand_over', undefined, 'asked', null],
      ['take', ana.user.id, 'taken', null],
      ['return', ben.user.id, null, 'team'],
      ['resolve', ana.user.id, null, null],
    ]);
    expect(events[0]?.aiReturnsAt).toEqual(expect.any(String));
    expect(events.at(-1)?.isKept).toBe(true);
  });

  it('names the person and the time that bring the AI back', async () => {
    const { thread, phone } = await aConnectedUser(test, expert);
    await text(phone, 'HUMAN');
    await test.runUntilIdle();
    await text(phone, `Back to ${expert.displayName}`);
    await test.runUntilIdle();
    await text(phone, 'HUMAN');
    await test.runUntilIdle();
    await test.advance(25 * hourMs);
    await sweep(test.runtime);
    const returns = (await eventsOf(thread.id)).filter(({ kind }) => kind === 'return');
    expect(returns.map(({ by, actor }) => [by, actor])).toEqual([
      ['person', null],
      ['time', null],
    ]);
  });

  it('is not told to the person', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    await act(thread.id, 'take');
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    const read = await callAs(test, token)('GET', `/api/threads/${thread.id}/messages`);
    expect([read.status, read.body.events]).toEqual([200, undefined]);
    expect(await eventsOf(thread.id)).toHaveLength(1);
  });
});
