import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deliveries, type ExpertRow, optOuts } from '#server/db/schema.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { LeaseLost } from '#server/jobs/queue.ts';
import { claimTexts } from '#server/messages/claims-store.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { shortenGatewayTimeout } from '#test/gateway-timeout.ts';
import { expireLeases, setAttempts } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { commitTurn } from '../commit/commit-turn.ts';
import { answerMessage, deliverReply } from '../journey.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

async function putBack(): Promise<boolean> {
  const { runtime } = test;
  const [job] = await runtime.queue.lease('answer-message', 1);
  if (!job) return false;
  const [claim = null] = await claimTexts(runtime.db, [job], runtime.clock.now());
  const turn = claim && { claim, outcome: { kind: 'put-back' } as const };
  await commitTurn(runtime, { ...job, name: 'answer-message' }, turn);
  return true;
}

describe('a message whose facts keep changing', () => {
  it('waits longer before each attempt', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    expect(await putBack()).toBe(true);
    expect(await putBack()).toBe(false);
    await test.advance(800);
    expect(await putBack()).toBe(true);
    await test.advance(800);
    expect(await putBack()).toBe(false);
    await test.advance(2_000);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });
});

describe('a message that is given up after ten attempts', () => {
  it('fails before its pictures are fetched and its connection is looked at', async () => {
    const phone = aPhone();
    await text(phone, 'Hello');
    const { id } = await threadOf(phone);
    await setAttempts(test.runtime.db, id, 10);
    await test.runUntilIdle();
    const [message] = await messagesOf(phone);
    expect(message).toMatchObject({ answerState: 'failed', guard: null });
    expect(message?.failures.at(-1)).toMatchObject({
      kind: 'given_up',
      detail: 'Given up after 10 attempts: each one crashed or had to start over.',
    });
    expect(received(phone)).toEqual([]);
  });

  it('gets an apology if the person is connected', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    const { id } = await threadOf(phone);
    await setAttempts(test.runtime.db, id, 10);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining("Sorry, I can't answer right now")]);
  });

  it('is answered even so if it is a crisis', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'I want to kill myself');
    const { id } = await threadOf(phone);
    await setAttempts(test.runtime.db, id, 10);
    await test.runUntilIdle();
    expect(received(phone)[0]).toContain('988');
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', riskAt: expect.any(Date) });
  });

  it.each([10, 13])('still opts out if it says STOP, after %i attempts', async (attempts) => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'STOP');
    const { id } = await threadOf(phone);
    await setAttempts(test.runtime.db, id, attempts);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    const optedOut = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
    expect(optedOut).toHaveLength(1);
  });
});

it('a STOP counts from its ack: a reply in progress is not sent', async () => {
  const { phone, user } = await aConnectedUser(test, expert);
  const whileModelWrites = Promise.withResolvers<void>();
  const { fetch } = test.runtime;
  const call = vi.spyOn(test.runtime, 'fetch').mockImplementationOnce(async (...args) => {
    await text(phone, 'STOP');
    whileModelWrites.resolve();
    return fetch(...args);
  });
  await text(phone, 'What is a mole?');
  await test.runUntilIdle();
  await whileModelWrites.promise;
  call.mockRestore();
  const replies = (await messagesOf(phone)).filter(({ origin }) => origin === 'ai');
  expect(replies).toMatchObject([{ deliveryState: 'failed' }]);
  expect(received(phone).join()).not.toContain(replies[0]?.body);
  expect(await spends(user.id)).toBe(1);
  expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
});

it('a STOP that stopped a reply before its own turn is still confirmed', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  const { runtime } = test;
  await text(phone, 'What is a mole?');
  const [job] = await runtime.queue.lease('answer-message', 1);
  const call = vi.spyOn(runtime, 'fetch').mockImplementationOnce(async (...args) => {
    await text(phone, 'Stop.'); // Twilio confirms the bare word itself
    return globalThis.fetch(...args);
  });
  await answerMessage(runtime, job as LeasedJob, new AbortController().signal);
  call.mockRestore();
  const [delivery] = await runtime.queue.lease('deliver-reply', 1);
  expect(delivery?.threadId).toBe(thread.id);
  await deliverReply(runtime, delivery as LeasedJob, new AbortController().signal);
  await test.runUntilIdle();
  expect(received(phone)).toEqual([expect.stringContaining('You get no more texts')]);
});

describe('a worker that is held up between its fence and the call', () => {
  async function fence(phone: string) {
    const { runtime } = test;
    await text(phone, 'What is a mole?');
    const [job] = await runtime.queue.lease('answer-message', 1);
    const { signal } = new AbortController();
    const fenced = await answerMessage(runtime, job as LeasedJob, signal);
    return () => deliverReply(runtime, job as LeasedJob, signal, { fenced });
  }

  it('sends nothing once another worker has settled the text', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const send = await fence(phone);
    await expireLeases(test.runtime.db);
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    await expect(send()).rejects.toThrow(LeaseLost);
    expect(received(phone)).toHaveLength(1);
  });

  it('sends the text later if it still has the lease', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const send = await fence(phone);
    await test.advance(20_000);
    await send();
    expect(received(phone)).toEqual([]);
    await test.advance(5_000);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });

  it('gives up the call when another worker may settle the text', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const send = await fence(phone);
    await test.advance(12_000);
    shortenGatewayTimeout(3_000);
    const call = vi
      .spyOn(test.runtime, 'fetch')
      .mockImplementationOnce(
        (_, init) => new Promise((__, reject) => init?.signal?.addEventListener('abort', reject)),
      );
    await send();
    call.mockRestore();
    const [delivery] = await test.runtime.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.threadId, (await threadOf(phone)).id));
    expect(delivery).toMatchObject({ state: 'uncertain', failures: [{ kind: 'unknown_outcome' }] });
  });
});
