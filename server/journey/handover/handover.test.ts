import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { deliveries, type ExpertRow, messages, replyDrafts } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import type { Message } from '#shared/api/messages.ts';
import type { HeldAnswer } from '#shared/api/threads.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { isLongRun } from '#test/property-runs.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { returnThread, takeThread } from './handover.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

const take = (threadId: string, by = admin) => by.call('POST', `/api/threads/${threadId}/take`);
const giveBack = (threadId: string, answer: HeldAnswer) =>
  admin.call('POST', `/api/threads/${threadId}/return`, { answer });
const draftsOf = async (threadId: string): Promise<string[]> => {
  const { body } = await admin.call('GET', `/api/threads/${threadId}/messages`);
  const shown: { answer: { draft: string | null } | null }[] = body.messages;
  return shown.flatMap(({ answer }) => answer?.draft ?? []);
};

/** Only credits spent: the factory's accounts have some without a payment. */
const ledgerProblems = async () =>
  (await verifyLedger(test.runtime.db)).findings.filter(({ row }) => row.startsWith('entry'));

/** The first call of that address returns after `meanwhile`. */
async function runDuring(address: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { fetch: call } = test.runtime;
  test.runtime.fetch = async (url, init) => {
    const answer = await call(url, init);
    if (!String(url).includes(address)) return answer;
    test.runtime.fetch = call;
    await meanwhile();
    return answer;
  };
  await test.runUntilIdle();
}
const runDuringModelCall = (meanwhile: () => Promise<unknown>) =>
  runDuring('/responses', meanwhile);

async function retryFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await test.runUntilIdle();
    await test.advance(60_000);
  }
  await test.runUntilIdle();
}

describe('an admin who takes over', () => {
  it('gets what the model was writing as a draft, which costs nothing and is not texted', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await runDuringModelCall(() => take(thread.id));
    expect(received(phone)).toEqual([expect.stringContaining('A person from the team behind')]);
    expect(await messagesOf(phone)).toMatchObject([{ answerState: 'held' }, { origin: 'system' }]);
    expect(await draftsOf(thread.id)).toEqual([expect.stringContaining('4')]);
    expect(await spends(user.id)).toBe(0);
    const [question] = await messagesOf(phone);
    await admin.call('DELETE', `/api/threads/${thread.id}/messages/${question?.id}/draft`);
    expect(await draftsOf(thread.id)).toEqual([]);
  });

  it('gets at once what waits for the next attempt of the model', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2? [fail 500 x4]');
    await test.runUntilIdle();
    expect(await messagesOf(phone)).toMatchObject([{ answerState: 'waiting' }]);
    await take(thread.id);
    await test.runUntilIdle();
    expect(await messagesOf(phone)).toMatchObject([{ answerState: 'held' }, { origin: 'system' }]);
  });

  it('holds back a reply that no gateway was called for, and gives its credit back', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    expect((await take(thread.id)).body.thread).toMatchObject({
      handler: 'human',
      handover: { because: 'taken', aiReturnsAt: null },
      assignee: { id: admin.user.id },
    });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'withheld',
    });
    expect((await messagesOf(phone))[0]).toMatchObject({ answerState: 'held' });
    expect(await draftsOf(thread.id)).toHaveLength(1);
  });

  it.each(['429', '500'])('also one that the gateway has refused with %s', async (kind) => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind, times: 1 });
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    await take(thread.id);
    await retryFor(2);
    expect(received(phone)).toEqual([]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    expect(await draftsOf(thread.id)).toHaveLength(1);
  });

  it('holds back a reply that the gateway refuses after the takeover', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '429', times: 1 });
    await text(phone, 'What is 2 + 2?');
    await runDuring('/Messages.json', () => take(thread.id));
    await retryFor(2);
    expect(received(phone)).toEqual([]);
    expect(await draftsOf(thread.id)).toHaveLength(1);
  });

  it('sends a long draft in parts, for free and once', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await runDuringModelCall(() => take(thread.id));
    const [question] = await messagesOf(phone);
    const body = `${'A long answer. '.repeat(95)}The end.`;
    await test.runtime.db.update(replyDrafts).set({ body });
    const path = `/api/threads/${thread.id}/messages/${question?.id}/draft/send`;
    const colleague = await signIn(test, asAdmin);
    const sent = await Promise.all([admin, colleague].map(({ call }) => call('POST', path)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    await test.runUntilIdle();
    const [, ...parts] = received(phone);
    expect(parts).toHaveLength(3);
    expect(parts.join(' ')).toBe(body);
    expect(await spends(user.id)).toBe(0);
    expect(
      (await messagesOf(phone)).map(({ origin, answerState }) => answerState ?? origin),
    ).toEqual(['answered', 'system', 'admin']);
  });

  it('is the only one: the next one is told who was first', async () => {
    const other = await signIn(test, asAdmin);
    const { thread } = await aConnectedUser(test, expert);
    expect((await take(thread.id)).status).toBe(200);
    const second = await take(thread.id, other);
    expect([second.status, second.body.message]).toEqual([
      409,
      `${admin.user.email} has already taken over this conversation.`,
    ]);
  });

  it('reopens a resolved conversation, even if it was a person who should answer', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Agent');
    await test.runUntilIdle();
    await admin.call('PUT', `/api/threads/${thread.id}/resolved`, { isResolved: true });
    expect((await take(thread.id)).body.thread).toMatchObject({
      assignee: { id: admin.user.id },
      isResolved: false,
    });
  });

  it('stays the assignee when another admin texts', async () => {
    const other = await signIn(test, asAdmin);
    const { thread } = await aConnectedUser(test, expert);
    await take(thread.id);
    const { status } = await other.call('POST', `/api/threads/${thread.id}/messages`, {
      body: 'Hello from me, too.',
    });
    expect(status).toBe(200);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread.assignee.id).toBe(admin.user.id);
  });

  it('must be staff, and takes over only existing conversations', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    expect((await take(thread.id, await signIn(test))).status).toBe(403);
    expect((await take(user.id)).status).toBe(404);
  });
});

describe('while a person handles a conversation', () => {
  async function aTakenConversation() {
    const person = await aConnectedUser(test, expert, { paidMessages: 50 });
    await take(person.thread.id);
    for (const body of ['What is 1 + 1?', 'What is 2 + 2?', 'What is 3 + 3?']) {
      await text(person.phone, body);
      await test.runUntilIdle();
    }
    return person;
  }

  it('texts are held, and the sender is told once that a person answers', async () => {
    const { phone, user } = await aTakenConversation();
    expect(received(phone)).toEqual([
      expect.stringContaining(`A person from the team behind ${expert.displayName}`),
    ]);
    const states = (await messagesOf(phone)).flatMap(({ answerState }) => answerState ?? []);
    expect(states).toEqual(['held', 'held', 'held']);
    expect(await spends(user.id)).toBe(0);
  });

  it('the sender is told again at a second takeover', async () => {
    const { phone, thread } = await aTakenConversation();
    await giveBack(thread.id, 'none');
    await test.advance(24 * hourMs);
    await take(thread.id);
    for (const body of ['And 5 + 5?', 'And 6 + 6?']) {
      await text(phone, body);
      await test.runUntilIdle();
    }
    expect(received(phone)).toEqual(Array(2).fill(expect.stringContaining('A person from')));
  });

  it('every held text says that a person is wanted, until an admin answers', async () => {
    const { phone, thread } = await aTakenConversation();
    const isWaiting = async () => {
      const { threads } = (await admin.call('GET', '/api/threads?state=wantsHuman')).body;
      return threads.some(({ id }: { id: string }) => id === thread.id);
    };
    expect(await isWaiting()).toBe(true);
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Two, four, six.' });
    expect(await isWaiting()).toBe(false);
    await text(phone, 'And 7 + 7?');
    await test.runUntilIdle();
    expect(await isWaiting()).toBe(true);
  });

  it('staff see since when the person waits', async () => {
    const { phone, thread } = await aTakenConversation();
    const read = async () => (await admin.call('GET', '/api/threads')).body.threads;
    const find = async () => (await read()).find(({ id }: { id: string }) => id === thread.id);
    const [first] = await messagesOf(phone);
    expect((await find()).waitsSince).toBe(first?.createdAt.toISOString());
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Two, four, six.' });
    expect((await find()).waitsSince).toBeNull();
  });

  it.each([
    { answer: 'all', replies: ['2', '4', '6'] },
    { answer: 'last', replies: ['6'] },
    { answer: 'none', replies: [] },
  ] as const)('a return answers $answer of the held texts', async ({ answer, replies }) => {
    const { phone, thread, user } = await aTakenConversation();
    const { body } = await giveBack(thread.id, answer);
    expect(body.thread).toMatchObject({ handler: 'ai', handover: null });
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual(replies.map((part) => expect.stringContaining(part)));
    expect(await spends(user.id)).toBe(replies.length);
  });

  it('what a return leaves without an answer is marked, listed and answered later, if wished', async () => {
    const { phone, thread, user } = await aTakenConversation();
    const isListed = async () => {
      const { threads } = (await admin.call('GET', '/api/threads?state=unanswered')).body;
      return threads.some(({ id }: { id: string }) => id === thread.id);
    };
    expect(await isListed()).toBe(false);
    await giveBack(thread.id, 'none');
    expect(await isListed()).toBe(true);
    const [first, ...others] = await messagesOf(phone);
    expect(first).toMatchObject({ answerState: 'recorded', guard: 'left' });
    await admin.call('POST', `/api/threads/${thread.id}/messages/${first?.id}/replay`);
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual([expect.stringContaining('2')]);
    expect(await spends(user.id)).toBe(1);
    expect(others.length).toBeGreaterThan(0);
    expect(await isListed()).toBe(true);
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Four and six.' });
    expect(await isListed()).toBe(false);
  });

  it('a return also answers texts that arrived after the page was loaded', async () => {
    const { phone, thread } = await aTakenConversation();
    const { handover } = (await admin.call('GET', `/api/threads/${thread.id}/messages`)).body
      .thread;
    expect(handover.held.count).toBe(3);
    await text(phone, 'What is 4 + 4?');
    await test.runUntilIdle();
    await admin.call('POST', `/api/threads/${thread.id}/return`, {
      answer: 'none',
      epoch: handover.epoch,
      upTo: handover.held.upTo,
    });
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual([expect.stringContaining('8')]);
  });

  it('a return leaves alone what an admin has answered, even if the model is still at it', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await runDuringModelCall(async () => {
      await take(thread.id);
      await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Four.' });
      await giveBack(thread.id, 'none');
    });
    expect(received(phone)).toEqual(['Four.']);
    expect((await messagesOf(phone))[0]).toMatchObject({ answerState: 'answered' });
    expect(await spends(user.id)).toBe(0);
  });

  it('a return from before a colleague took it over is refused', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Agent');
    await test.runUntilIdle();
    const { handover } = (await admin.call('GET', `/api/threads/${thread.id}/messages`)).body
      .thread;
    const colleague = await signIn(test, asAdmin);
    await take(thread.id, colleague);
    const { epoch } = handover;
    const path = `/api/threads/${thread.id}/return`;
    const late = await admin.call('POST', path, { answer: 'none', epoch });
    expect([late.status, late.body.message]).toEqual([
      409,
      `${colleague.user.email} has already taken over this conversation.`,
    ]);
    expect((await colleague.call('POST', path, { answer: 'none', epoch })).status).toBe(200);
  });

  it.each([
    { answer: 'all', replies: ['4', '6'] },
    { answer: 'last', replies: ['6'] },
  ] as const)('a return of $answer sends what was held back', async ({ answer, replies }) => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    await take(thread.id);
    await text(phone, 'What is 3 + 3?');
    await test.runUntilIdle();
    await giveBack(thread.id, answer);
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual(replies.map((part) => expect.stringContaining(part)));
    // Discloses the AI again, for free.
    expect(received(phone)[1]).toContain('Not a person.');
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    expect(await ledgerProblems()).toEqual([]);
  });

  it('a return of the last text sends the reply to it that was held back', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    await take(thread.id);
    await giveBack(thread.id, 'last');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringMatching(/Not a person\.\s+2 \+ 2 is 4/)]);
    expect((await messagesOf(phone)).map((row) => row.answerState ?? row.deliveryState)).toEqual([
      'answered',
      'delivered',
    ]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    expect(await draftsOf(thread.id)).toEqual([]);
    expect(await ledgerProblems()).toEqual([]);
  });

  it('a return never sends a reply whose draft was discarded', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    await take(thread.id);
    const [question] = await messagesOf(phone);
    await admin.call('DELETE', `/api/threads/${thread.id}/messages/${question?.id}/draft`);
    await giveBack(thread.id, 'last');
    await text(phone, 'What is 3 + 3?');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('6')]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 1 });
    expect(await ledgerProblems()).toEqual([]);
  });

  it('the person does not read what was held back', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    await text(phone, 'What is 2 + 2?');
    await answerOnly(test);
    await take(thread.id);
    const { body } = await callAs(test, token)('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages.map((message: Message) => message.body)).toEqual(['What is 2 + 2?']);
    expect(body.thread.lastMessage).toBe('What is 2 + 2?');
  });

  it('a return from before a colleague was assigned is refused', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Agent');
    await test.runUntilIdle();
    const { handover } = (await admin.call('GET', `/api/threads/${thread.id}/messages`)).body
      .thread;
    const colleague = await signIn(test, asAdmin);
    await colleague.call('PUT', `/api/threads/${thread.id}/assignee`, {
      assigneeId: colleague.user.id,
      seenId: null,
    });
    const { epoch } = handover;
    const late = await admin.call('POST', `/api/threads/${thread.id}/return`, {
      answer: 'none',
      epoch,
    });
    expect(late.status).toBe(409);
  });

  it('STOP still works', async () => {
    const { phone, thread } = await aTakenConversation();
    await text(phone, 'STOP');
    await test.runUntilIdle();
    const { status } = await admin.call('POST', `/api/threads/${thread.id}/messages`, {
      body: 'Hello',
    });
    expect(status).toBe(422);
  });

  it.each([
    { when: 'during the model call', write: runDuringModelCall },
    { when: 'before its turn', write: async (act: () => Promise<unknown>) => void (await act()) },
  ])("an admin's text $when answers it for good", async ({ write }) => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'What is 2 + 2?');
    await write(() =>
      admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Four. Ada.' }),
    );
    await test.runUntilIdle();
    expect((await messagesOf(phone))[0]).toMatchObject({ answerState: 'answered' });
    expect(await draftsOf(thread.id)).toEqual([]);
    await test.advance(3 * hourMs);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(received(phone)).toEqual(['Four. Ada.']);
  });

  it("an admin's text answers what was held", async () => {
    const { phone, thread } = await aTakenConversation();
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Two, four, six.' });
    await giveBack(thread.id, 'all');
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual(['Two, four, six.']);
  });
});

describe("a conversation becomes a person's", () => {
  it("for two hours by an admin's own text; then the AI answers what came last", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Ada here.' });
    await text(phone, 'What is 1 + 1?');
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    await test.advance(hourMs);
    await sweep(test.runtime);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', handedBecause: 'wrote' });
    await test.advance(hourMs);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
    expect(received(phone).at(-1)).toContain('4');
    expect(received(phone).join()).not.toContain('is 2.');
  });

  it.each([
    'Agent',
    'talk to a person',
    'Speak with a human!',
    'Hi, can I talk to someone please?',
  ])('by the text %s', async (words) => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, words);
    await test.runUntilIdle();
    await text(phone, 'Hello?');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('a person will answer you here')]);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human', handedBecause: 'asked' });
  });

  it('never by failed answers', async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const number of [1, 2, 3]) {
      await text(phone, `Is it ${number}? [fail 500 x4]`);
      await retryFor(20);
      expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
    }
  });
});

/** 10,000 takeovers in `npm run test:long`. */
const conversations = 10;
const rounds = isLongRun ? 1_000 : 4;
/** A busy machine takes a second for one. */
const timeout = 5_000 * conversations * rounds;
const roundMs = 11 * 60_000;

function countGatewayCalls(): Map<string, number> {
  const calls = new Map<string, number>();
  const { fetch: call } = test.runtime;
  test.runtime.fetch = (url, init) => {
    const sent = init?.body instanceof URLSearchParams ? init.body.get('StatusCallback') : null;
    const id = sent && new URL(sent).searchParams.get('delivery');
    if (id) calls.set(id, (calls.get(id) ?? 0) + 1);
    return call(url, init);
  };
  return calls;
}

const pick = <Choice>(choices: readonly Choice[]) =>
  choices[Math.floor(Math.random() * choices.length)] as Choice;
const refusals = [null, null, '429', '500', '30003'] as const;

/** By the fence: a call may follow each attempt. */
async function countAttempts(threadId: string): Promise<Map<string, number>> {
  const rows = await test.runtime.db
    .select({ id: deliveries.id, attempts: deliveries.attempts })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.origin, 'ai'),
        // Of the last two rounds: reading all would take quadratic time.
        gt(messages.createdAt, new Date(test.runtime.clock.now().getTime() - 2 * roundMs)),
      ),
    );
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}

it('no text of the AI begins after a takeover, however they interleave', { timeout }, async () => {
  const people = await Promise.all(
    Array.from({ length: conversations }, () =>
      aConnectedUser(test, expert, { paidMessages: 1_000_000 }),
    ),
  );
  const calls = countGatewayCalls();
  // Not by the API, which limits an admin's calls.
  const actorId = admin.user.id;
  for (let round = 0; round < rounds; round++) {
    await test.advance(roundMs);
    for (const { phone } of people) {
      const kind = pick(refusals);
      test.sandbox.planFailure(phone, kind && { kind, times: pick([1, 2, 3]) });
      await text(phone, `Round ${round}`);
    }
    const working = test.runUntilIdle();
    const taken = people.map(async ({ phone, thread }, index) => {
      await sleep(Math.random() * 20 * conversations);
      // Some texts wait for their next attempt.
      if (index % 4 === 0) await working;
      await takeThread(test.runtime, { actorId, threadId: thread.id });
      const allowed = await countAttempts(thread.id);
      await text(phone, `Round ${round}, held`);
      return allowed;
    });
    const allowed = await Promise.all(taken);
    await working;
    await retryFor(3);
    for (const [index, { thread }] of people.entries()) {
      const begun = [...(await countAttempts(thread.id)).keys()].filter(
        (id) => (calls.get(id) ?? 0) > (allowed[index]?.get(id) ?? 0),
      );
      expect(begun).toEqual([]);
      await returnThread(test.runtime, { actorId, threadId: thread.id }, { answer: 'none' });
    }
  }
  for (const { phone } of people) {
    const states = (await messagesOf(phone)).map(({ answerState }) => answerState);
    expect(states).not.toContain('waiting');
    expect(states).not.toContain('held');
  }
});
