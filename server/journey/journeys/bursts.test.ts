import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { creditEntries, type ExpertRow, users } from '#server/db/schema.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { LeaseLost } from '#server/jobs/queue.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { callAs } from '#test/api-client.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, spends } = {} as ReturnType<typeof createTexter>;
/** Set `before` to act during a model call. */
const asked: { input: { role: string; content: unknown }[] }[] = [];
let before: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, { answersBursts: true });
  ({ text, received, messagesOf, spends } = createTexter(test, expert));
  const { runtime } = test;
  const really = runtime.fetch;
  runtime.fetch = async (input, init) => {
    if (!String(input).includes('/responses')) return really(input, init);
    asked.push(JSON.parse(String(init?.body)));
    const now = before;
    before = null;
    await now?.();
    return really(input, init);
  };
});
afterAll(() => test.close());

async function storyOf(phone: string): Promise<string[]> {
  const rows = await messagesOf(phone);
  const bodyOf = (id: string | null) => rows.find((row) => row.id === id)?.body;
  return rows.map((row) => {
    if (row.direction === 'outbound') return `${row.origin} to ${bodyOf(row.replyToId)}`;
    const together = row.answeredWithId ? ` with ${bodyOf(row.answeredWithId)}` : '';
    return `${row.body}: ${row.guard ?? row.answerState}${together}`;
  });
}

const lastAsked = () =>
  JSON.stringify(asked.at(-1)?.input.filter(({ role }) => role === 'user' || role === 'assistant'));

describe('texts that wait together', () => {
  it('get one reply, to the last one, for one credit; all are stored', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    for (const body of ['Hi', 'it is me', 'What is 2 + 2?']) await text(phone, body);
    await test.runUntilIdle();
    expect(await storyOf(phone)).toEqual([
      'Hi: answered with What is 2 + 2?',
      'it is me: answered with What is 2 + 2?',
      'What is 2 + 2?: answered',
      'ai to What is 2 + 2?',
    ]);
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
  });

  it('are answered one by one by an expert with default settings', async () => {
    const ordinary = await anExpert(test);
    const { user, phone } = await aConnectedUser(test, ordinary);
    for (const body of ['One', 'Two', 'Three']) await text(phone, body, ordinary);
    await test.runUntilIdle();
    expect((await storyOf(phone)).slice(0, 6)).toEqual([
      'One: answered',
      'Two: answered',
      'Three: answered',
      'ai to One',
      'ai to Two',
      'ai to Three',
    ]);
    expect(await spends(user.id)).toBe(3);
  });

  it('are consecutive texts to the model, now and later in the history', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'First part');
    await text(phone, 'second part');
    await test.runUntilIdle();
    const [reply] = received(phone);
    await text(phone, 'Thanks');
    await test.runUntilIdle();
    const said = lastAsked() ?? '';
    const places = ['First part', 'second part', reply as string, 'Thanks'].map((words) =>
      said.indexOf(JSON.stringify(words).slice(1, -1)),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(said.match(/"role":"assistant"/g)).toHaveLength(1);
  });

  it('are at most 30, and still get one reply', async () => {
    const { user, phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    await Promise.all(Array.from({ length: 30 }, (_, index) => text(phone, `Part ${index}`)));
    await test.runUntilIdle();
    const rows = await messagesOf(phone);
    expect(rows.filter(({ answerState }) => answerState === 'answered')).toHaveLength(30);
    expect(rows.filter(({ origin }) => origin === 'ai')).toHaveLength(1);
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(0);
  });

  it('end before a keyword or an empty text, and hold what a pupil repeats', async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const body of ['One', 'HELP', 'Two', ' ', 'Three']) await text(phone, body);
    for (let time = 0; time < 5; time++) await text(phone, 'Again');
    await test.runUntilIdle();
    expect((await storyOf(phone)).slice(0, 10)).toEqual([
      'One: answered',
      'HELP: keyword',
      'Two: answered',
      ': recorded',
      'Three: answered with Again',
      ...Array.from({ length: 4 }, () => 'Again: answered with Again'),
      'Again: answered',
    ]);
  });

  it('end before a STOP, after which nothing is sent', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    for (const body of ['One', 'Two', 'STOP', 'Three']) await text(phone, body);
    await test.runUntilIdle();
    const story = await storyOf(phone);
    expect(story.slice(0, 4)).toEqual([
      'One: answered with Two',
      'Two: answered',
      'STOP: keyword',
      'Three: opted-out',
    ]);
    // Withheld replies have returned their credit.
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({
      messageCount: received(phone).length,
    });
  });

  it('on the phone and on the dashboard are each answered where they were written', async () => {
    const { user, phone, thread } = await aConnectedUser(test, expert);
    const { db, clock } = test.runtime;
    const call = callAs(test, await createToken(db, user.id, clock.now()));
    const url = `/api/threads/${thread.id}/messages`;
    await text(phone, 'By phone');
    await call('POST', url, { body: 'By web' });
    await call('POST', url, { body: 'and more' });
    await test.runUntilIdle();
    expect((await storyOf(phone)).slice(0, 3)).toEqual([
      'By phone: answered',
      'By web: answered with and more',
      'and more: answered',
    ]);
    expect(received(phone)).toHaveLength(1);
  });

  it('include their pictures', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
    const to = expert.phoneNumber as string;
    const image = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } });
    const pictures = [{ bytes: await image.png().toBuffer(), contentType: 'image/png' }];
    await text(phone, 'Look');
    await test.sandbox.deliverText({ webhookUrl, from: phone, to, body: '', pictures });
    await text(phone, 'What is it?');
    await test.runUntilIdle();
    expect(await storyOf(phone)).toEqual([
      'Look: answered with What is it?',
      ': answered with What is it?',
      'What is it?: answered',
      'ai to What is it?',
    ]);
    const said = lastAsked() ?? '';
    const places = ['Look', 'input_image', 'What is it?'].map((words) => said.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(await spends(user.id)).toBe(1);
  });

  it('are validated as one message', async () => {
    const strict = await anExpert(test, {
      answersBursts: true,
      validator: 'Reject messages about gambling.',
      rejected: 'Not about that, please.',
    });
    const { user, phone } = await aConnectedUser(test, strict);
    const calls = asked.length;
    await text(phone, 'I love gambling.', strict);
    await text(phone, 'What are my odds?', strict);
    await test.runUntilIdle();
    expect(asked.length - calls).toBe(1);
    expect(lastAsked()).toContain('I love gambling.\\nWhat are my odds?');
    const rows = await messagesOf(phone);
    expect(rows.map(({ answerState, guard }) => [answerState, guard])).toEqual([
      ['refused', 'validator'],
      ['refused', 'validator'],
      [null, null],
    ]);
    expect(rows.map(({ verdict }) => verdict?.isAllowed)).toEqual([undefined, false, undefined]);
    expect(received(phone)).toEqual(['Not about that, please.']);
    expect(await spends(user.id)).toBe(0);
  });
});

describe('a text that arrives', () => {
  it('after the model call started gets its own reply', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'One');
    await text(phone, 'Two');
    before = () => text(phone, 'Too late');
    await test.runUntilIdle();
    expect(await storyOf(phone)).toEqual([
      'One: answered with Two',
      'Two: answered',
      'Too late: answered',
      'ai to Two',
      'ai to Too late',
    ]);
    expect(await spends(user.id)).toBe(2);
  });

  it('before a successful attempt is answered together with those whose attempt failed', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hiccup [fail 500 x1]');
    before = () => text(phone, 'Meanwhile [fail 500 x1]');
    await test.runUntilIdle();
    expect((await messagesOf(phone)).map(({ failures }) => failures.length)).toEqual([1, 0]);
    for (let round = 0; round < 3; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    expect(await storyOf(phone)).toEqual([
      'Hiccup [fail 500 x1]: answered with Meanwhile [fail 500 x1]',
      'Meanwhile [fail 500 x1]: answered',
      'ai to Meanwhile [fail 500 x1]',
    ]);
    expect(await spends(user.id)).toBe(1);
  });
});

describe('a burst', () => {
  it('fails as a whole: one apology, and every text shows the reason', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'Please');
    await text(phone, 'break [fail 401]');
    await test.runUntilIdle();
    expect(await storyOf(phone)).toEqual([
      'Please: failed with break [fail 401]',
      'break [fail 401]: failed',
      'system to break [fail 401]',
    ]);
    for (const { failures } of (await messagesOf(phone)).slice(0, 2)) {
      expect(failures).toMatchObject([{ kind: 'credentials' }]);
    }
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(0);
  });

  it('whose credit is gone by the time it is answered is refused text by text, with one notice', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'One');
    await text(phone, 'Two');
    before = () => useUp(user.id);
    await test.runUntilIdle();
    expect((await storyOf(phone)).slice(0, 2)).toEqual(['One: credit', 'Two: credit']);
    expect(received(phone)).toHaveLength(1);
  });

  it('without credit is refused text by text, with one notice', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await useUp(user.id);
    await text(phone, 'One');
    await text(phone, 'Two');
    await test.runUntilIdle();
    expect((await storyOf(phone)).slice(0, 2)).toEqual(['One: credit', 'Two: credit']);
    expect(received(phone)).toHaveLength(1);
  });

  it('that a crashed process left is answered once by the next', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    await text(phone, 'One');
    await text(phone, 'Two');
    before = () => expireLeases(test.runtime.db);
    await test.runUntilIdle();
    await test.runUntilIdle();
    expect(await storyOf(phone)).toEqual(['One: answered with Two', 'Two: answered', 'ai to Two']);
    expect(received(phone)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });
});

it('a thread that one process leased twice, as it stood still, is answered by its latest lease alone', async () => {
  const { user, phone } = await aConnectedUser(test, expert);
  const { db, queue, batches } = test.runtime;
  const answer = createHandlers(test.runtime)['answer-message'];
  const { signal } = new AbortController();
  const { add } = batches.turns;
  const both = Promise.withResolvers<void>();
  const stored = vi.spyOn(batches.turns, 'add').mockImplementation(async (reply, commit) => {
    if (stored.mock.calls.length === 2) both.resolve();
    await both.promise;
    return add(reply, commit);
  });

  await text(phone, 'One');
  let latest: Promise<unknown> | undefined;
  before = async () => {
    await text(phone, 'Two');
    await expireLeases(db);
    for (const job of await queue.lease('answer-message', 1)) latest = answer(job, signal);
  };
  const [job] = await queue.lease('answer-message', 1);
  const earlier = answer(job as LeasedJob, signal);
  await expect(earlier).rejects.toThrow(LeaseLost);
  await latest;
  stored.mockRestore();
  expect(await storyOf(phone)).toEqual(['One: answered with Two', 'Two: answered', 'ai to Two']);
  expect(await spends(user.id)).toBe(1);
  await expireLeases(db);
  await test.runUntilIdle();
});

describe('any order of texts, answers and crashes', () => {
  const steps = ['text', 'text', 'STOP', 'HELP', 'START', 'work', 'late', 'lost'] as const;

  it.each([3, 17, 92, 301, 808])('accounts for every text, with seed %i', async (seed) => {
    const random = randomOf(seed);
    const { user, phone } = await aConnectedUser(test, expert);
    for (let step = 0; step < 24; step++) {
      const next = steps[random(steps.length)];
      if (next === 'text') await text(phone, `Text ${step}`);
      else if (next === 'work') await test.runUntilIdle();
      else if (next === 'late') before = () => text(phone, `Late ${step}`);
      else if (next === 'lost') before = () => expireLeases(test.runtime.db);
      else await text(phone, next as string);
    }
    before = null;
    await test.runUntilIdle();
    await test.runUntilIdle();

    const rows = await messagesOf(phone);
    const inbound = rows.filter(({ direction }) => direction === 'inbound');
    const replies = rows.filter(({ origin }) => origin === 'ai').map(({ replyToId }) => replyToId);
    expect(new Set(replies).size).toBe(replies.length);
    for (const { answerState, answeredWithId, id } of inbound) {
      expect(['answered', 'refused', 'recorded']).toContain(answerState);
      if (answerState === 'answered') expect(replies).toContain(answeredWithId ?? id);
      else expect(replies).not.toContain(id);
    }
    expect(await spends(user.id)).toBe(replies.length);
    const { db } = test.runtime;
    const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, user.id));
    const { messageCount } = await getUser(db, user.id);
    expect(messageCount).toBe(entries.reduce((sum, { usedDelta }) => sum + usedDelta, 0));
  });
});

function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

async function useUp(userId: string): Promise<void> {
  const { db } = test.runtime;
  await db.insert(creditEntries).values({
    userId,
    kind: 'adjust',
    grantedDelta: -5,
    reason: 'Used up',
    createdAt: new Date(),
  });
  await db.update(users).set({ paidMessages: 0 }).where(eq(users.id, userId));
}
