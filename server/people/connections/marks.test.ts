import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, riskEvents, type ThreadRow, threads } from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, numberIn } from '#test/texter.ts';
import { connectUser } from './service.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, threadOf, messagesOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, threadOf, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const crisis = 'I want to kill myself';
const child = "I'm 11 years old";

async function say(phone: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) await text(phone, body);
  await test.runUntilIdle();
}
async function connect(user: { id: string; email: string }) {
  const reply = await connectUser(test.runtime, {
    user,
    expertId: expert.id,
    address: '192.0.2.1',
    isFresh: true,
  });
  await test.runUntilIdle();
  return reply;
}
const threadsOf = (phone: string): Promise<ThreadRow[]> =>
  test.runtime.db.select().from(threads).where(eq(threads.handle, phone));
const answersOfAi = async (phone: string) =>
  (await messagesOf(phone)).filter(({ origin }) => origin === 'ai');
const unmarked = { handler: 'ai', riskAt: null, minorSince: null, humanWantedAt: null };

async function expectCrisisMoved(phone: string, userId: string): Promise<ThreadRow> {
  const thread = await threadOf(phone);
  expect(thread).toMatchObject({
    userId,
    isCurrent: true,
    handler: 'human',
    handedBecause: 'crisis',
    aiReturnsAt: expect.any(Date),
    riskAt: expect.any(Date),
    humanWantedAt: expect.any(Date),
  });
  for (const before of await threadsOf(phone)) {
    if (before.id !== thread.id) expect(before).toMatchObject({ ...unmarked, aiReturnsAt: null });
  }
  const { db } = test.runtime;
  const events = await db.select().from(riskEvents).where(eq(riskEvents.threadId, thread.id));
  expect(events).toMatchObject([{ kind: 'suicide' }]);
  expect(await answersOfAi(phone)).toEqual([]);
  return thread;
}

describe("what a stranger's texts have shown", () => {
  it('stays with the phone that connects by YES, and the team can write', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await say(phone, crisis);
    await connect(user);
    await say(phone, 'YES', 'What is 2 + 2?');
    const { id } = await expectCrisisMoved(phone, user.id);
    const { answerState } =
      (await messagesOf(phone)).find(({ body }) => body.includes('2 + 2')) ?? {};
    expect(answerState).toBe('held');
    const { call } = await signIn(test, asAdmin);
    const answer = await call('POST', `/api/threads/${id}/messages`, { body: 'I am here.' });
    expect(answer.status).toBe(200);
  });

  it('stays with the phone that connects by code', async () => {
    const user = await aUser(test, { phoneNumber: null });
    const sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
    const place = { user, expertId: sol.id, address: '192.0.2.1', isFresh: true };
    const { code } = await connectUser(test.runtime, place);
    const phone = aPhone();
    for (const body of [crisis, `CONNECT ${code}`, 'What is 2 + 2?']) await text(phone, body, sol);
    await test.runUntilIdle();
    await expectCrisisMoved(phone, user.id);
  });

  it('keeps a child from an answer, who signs up afterwards', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await say(phone, child);
    await connect(user);
    await say(phone, 'YES', 'What is 2 + 2?');
    expect(await threadOf(phone)).toMatchObject({
      userId: user.id,
      handler: 'human',
      handedBecause: 'age',
      minorSince: expect.any(Date),
    });
    expect(await answersOfAi(phone)).toEqual([]);
  });

  it('is added to the conversation that an account resumes', async () => {
    const { user, phone, thread } = await aConnectedUser(test, expert);
    await say(phone, 'I am 15 years old. What is 2 + 2?');
    await test.advance(91 * dayMs);
    await say(phone, crisis);
    expect(await threadOf(phone)).toMatchObject({ userId: null, minorSince: null });
    await connect(user);
    await say(phone, 'YES', 'What is 3 + 3?');
    const resumed = await threadOf(phone);
    expect(resumed).toMatchObject({ id: thread.id, minorSince: expect.any(Date) });
    expect(resumed).toMatchObject({ handedBecause: 'crisis', riskAt: expect.any(Date) });
    expect(await answersOfAi(phone)).toHaveLength(1);
  });
});

describe("what an account's texts have shown", () => {
  it('moves along when its phone names another account', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await say(phone, crisis);
    const other = await aUser(test, { phoneNumber: phone, paidMessages: 50 });
    await connect(other);
    await say(phone, 'YES');
    await say(phone, numberIn(received(phone)), 'What is 2 + 2?');
    await expectCrisisMoved(phone, other.id);
  });

  it('moves along when the account connects another phone', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await say(phone, child);
    const call = callAs(
      test,
      await createToken(test.runtime.db, user.id, test.runtime.clock.now()),
    );
    const next = aPhone();
    const { status } = await call('PUT', '/api/auth/profile', { phoneNumber: next });
    expect(status).toBe(200);
    await connect(user);
    await say(next, 'YES', 'What is 2 + 2?');
    expect(await threadOf(next)).toMatchObject({
      userId: user.id,
      handedBecause: 'age',
      handler: 'human',
      minorSince: expect.any(Date),
    });
    expect(await answersOfAi(next)).toEqual([]);
    await say(phone, 'Hello?');
    expect(await threadOf(phone)).toMatchObject({ userId: null, ...unmarked });
  });

  it('does not reach the new owner of a number that was silent for long', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await say(phone, crisis);
    await test.advance(91 * dayMs);
    const email = `owner-${phone}@example.com`;
    const owner = await aUser(test, { phoneNumber: phone, email, paidMessages: 50 });
    await say(phone, 'Hello?');
    await connect(owner);
    await say(phone, 'YES');
    await say(phone, numberIn(received(phone)), 'What is 2 + 2?');
    expect(await threadOf(phone)).toMatchObject({ userId: owner.id, ...unmarked });
    expect(received(phone).at(-1)).toContain('4');
    const { db } = test.runtime;
    const events = await db.select().from(riskEvents).where(eq(riskEvents.threadId, thread.id));
    expect(events).toHaveLength(1);
  });
});
