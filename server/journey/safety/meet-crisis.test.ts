import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, replyDrafts, riskEvents } from '#server/db/schema.ts';
import { countSlots } from '#server/jobs/jobs.ts';
import { startWorker, type Worker } from '#server/jobs/worker.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { callAs } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** One slot for answers stands for 64 of 64 that hang. */
let test: TestApp;
let worker: Worker;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;
let isAsked = Promise.withResolvers<void>();
let answer = Promise.withResolvers<void>();

beforeEach(async () => {
  test = await startTestApp({ REPLY_CONCURRENCY: '1' });
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf } = createTexter(test, expert));
  const { runtime } = test;
  const { fetch } = runtime;
  [isAsked, answer] = [Promise.withResolvers(), Promise.withResolvers()];
  vi.spyOn(runtime, 'fetch').mockImplementation(async (...args) => {
    if (String(args[0]).includes('/responses')) {
      isAsked.resolve();
      await answer.promise;
    }
    return fetch(...args);
  });
  const slots = countSlots(runtime.config);
  worker = startWorker(runtime.queue, {
    slots,
    handlers: createHandlers(runtime),
    log: runtime.log,
  });
});
afterEach(async () => {
  answer.resolve();
  await worker.stop(0);
  vi.restoreAllMocks();
  await test.close();
});

const crisis = 'I want to kill myself';

async function waitUntilMet(phone: string, threadId: string): Promise<void> {
  await vi.waitFor(async () => expect((await threadOf(phone)).riskAt).not.toBeNull(), 10_000);
  const { db } = test.runtime;
  const events = await db.select().from(riskEvents).where(eq(riskEvents.threadId, threadId));
  expect(events).toHaveLength(1);
}

it('a crisis waits for no model that answers another conversation', async () => {
  const other = await aConnectedUser(test, expert);
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(other.phone, 'Tell me a long story');
  await isAsked.promise;
  await text(phone, 'What is 2 + 2?');
  await text(phone, crisis);
  await waitUntilMet(phone, thread.id);
  await vi.waitFor(() => expect(received(phone)[0]).toContain('988'), 10_000);
  expect(received(other.phone)).toEqual([]);
});

it('a crisis in two texts waits for no model that answers the first', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(phone, 'I want');
  await isAsked.promise;
  await text(phone, 'to die');
  await waitUntilMet(phone, thread.id);
  await vi.waitFor(() => expect(received(phone)[0]).toContain('988'), 10_000);
});

it('a crisis behind many waiting texts waits for no model', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(phone, 'Tell me a long story');
  await isAsked.promise;
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => text(phone, `What is ${index} + ${index}?`)),
  );
  await text(phone, crisis);
  await waitUntilMet(phone, thread.id);
});

it.each(['phone', 'dashboard'])(
  'a crisis from the %s waits for no model that answers the same conversation',
  async (place) => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const { db, clock } = test.runtime;
    await text(phone, 'Tell me a long story');
    await isAsked.promise;
    if (place === 'phone') await text(phone, crisis);
    else {
      const person = callAs(test, await createToken(db, user.id, clock.now()));
      await person('POST', `/api/threads/${thread.id}/messages`, { body: crisis });
    }
    await waitUntilMet(phone, thread.id);
    answer.resolve();
    const draftsOf = () => db.select().from(replyDrafts).where(eq(replyDrafts.threadId, thread.id));
    await vi.waitFor(async () => expect(await draftsOf()).toHaveLength(1), 10_000);
    const asked = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(asked.map(({ answerState }) => answerState)).toEqual(['held', 'recorded']);
    expect((await messagesOf(phone)).filter(({ origin }) => origin === 'ai')).toEqual([]);
  },
);
