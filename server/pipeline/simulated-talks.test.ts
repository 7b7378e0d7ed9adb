import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ExpertRow, riskEvents, threads } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { isLongRun } from '#test/property-runs.ts';
import { answerOnly, expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { beginTalk, createExperts, type Talk } from '#test/talks.ts';
import { createRandom, type Random } from '#test/torture/random.ts';
import { returnDueThreads } from './handover.ts';

/** In `npm run test:long` and in the suite. */
const talks = isLongRun ? 10_000 : 20;
/** Talks that go on side by side, so that their replies share batches. */
const atOnce = 20;
const rounds = 9;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Far from one and three hours and a day in every sum, because the steps themselves take a while. */
const pauses = [0, 0, 1, 50, 250, 26 * 60];

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let experts: ExpertRow[];
beforeAll(async () => {
  test = await startTestApp();
  experts = await createExperts(test);
});
afterAll(() => test.close());

const say = ({ texter, expert, phone }: Talk, body: string) =>
  texter.text(phone, body, expert, expert.channel === 'AMB' ? { to: expert.handle } : {});
const atDesk = ({ threadId }: Talk, path: string, body?: object) =>
  admin.call('POST', `/api/threads/${threadId}/${path}`, body);

const now = () => test.runtime.clock.now().getTime();

const crises = [
  'I want to kill myself',
  'i cant go on, i just want to die',
  'Goodbye everyone. Tell my kids I loved them. Please take care of my dog.',
  'i took all my sleeping pills',
  'everyone would be better off without me',
  'ya no quiero vivir más',
];

/** What a person or an admin does in a round. It returns once the gateway's webhook is answered. */
const acts: Record<string, (talk: Talk) => Promise<unknown>> = {
  ask: (talk) => say(talk, 'What is 2 + 2?'),
  askTwice: async (talk) => {
    await say(talk, 'What is 2 + 2?');
    await say(talk, 'What is 3 + 1?');
  },
  isHuman: (talk) => say(talk, 'Are you human?'),
  menu: (talk) => say(talk, 'MENU'),
  stop: async (talk) => {
    await say(talk, 'Stop.');
    talk.isStopped = true;
  },
  start: async (talk) => {
    await say(talk, 'START');
    talk.isStopped = false;
  },
  take: async (talk) => {
    await atDesk(talk, 'take');
    talk.isTaken = true;
    talk.returnsAt = null;
  },
  giveBack: async (talk) => {
    if (!talk.isTaken) return;
    await atDesk(talk, 'return', { answer: 'none' });
    returnToAi(talk);
    talk.isAtRisk = false;
  },
  write: async (talk) => {
    const { status } = await atDesk(talk, 'messages', { body: 'Ana from the team here.' });
    if (status === 200) talk.toldAt = null;
  },
  crisis: async (talk) => {
    await say(talk, crises[talk.acts.length % crises.length] as string);
    if (talk.isStopped) return;
    // An admin's takeover has no end.
    if (!talk.isTaken || talk.returnsAt !== null) talk.returnsAt = now() + dayMs;
    talk.isTaken = true;
    talk.isAtRisk = true;
    talk.crises++;
  },
  forget: async (talk) => {
    await say(talk, 'FORGET ME');
    await test.runUntilIdle();
    await say(talk, 'YES');
    // After a STOP nothing was asked: the YES opts in again.
    talk.isForgotten = !talk.isStopped;
    talk.isStopped = false;
  },
};

function returnToAi(talk: Talk) {
  talk.isTaken = false;
  talk.returnsAt = null;
  talk.toldAt = null;
}

const choices = [
  ...['ask', 'ask', 'ask', 'ask', 'ask', 'askTwice', 'askTwice', 'isHuman', 'menu'],
  ...['stop', 'start', 'take', 'giveBack', 'write', 'crisis', 'crisis', 'forget'],
];

/** What a kill leaves behind at different moments; the work is taken up again. */
const crashes: Record<string, () => Promise<unknown>> = {
  none: async () => {},
  afterAck: async () => {
    await test.runtime.queue.lease('answer-message', 10);
    await expireLeases(test.runtime.db);
  },
  beforeSending: () => answerOnly(test),
  afterCommit: async () => {
    const { db } = test.runtime;
    const transaction = db.transaction.bind(db);
    const cut = vi.spyOn(db, 'transaction').mockImplementationOnce(async (...work) => {
      await transaction(...work);
      throw new Error('Connection terminated unexpectedly');
    });
    // It may end the worker's round, as it would end a process.
    await test.runUntilIdle().catch(() => {});
    cut.mockRestore();
    await expireLeases(db);
  },
};

const disclosure = /^I'm Ada, an AI from Sagewire\. Not a person\.\n\n/;
const isHelp = (text: string) => text.startsWith('You matter');
const isReply = (text: string) => /(2 \+ 2|3 \+ 1) is 4/.test(text);

/** Every text since the last round against what it had to say. */
function check(talk: Talk, seed: number) {
  const { texter, phone, kind, isBritish, acts: done } = talk;
  const story = `seed ${seed}: ${talk.channel} ${kind} ${isBritish ? 'GB' : ''} ${done.join(', ')}`;
  const limitMs = (talk.expert.disclosureHours || 3) * 60 * minuteMs;
  const received = texter.received(phone);
  const texts = received.slice(talk.seen);
  talk.seen = received.length;
  for (const text of texts.filter(isReply)) {
    const isDue = talk.toldAt === null || now() - talk.toldAt > limitMs;
    expect(disclosure.test(text), `${story}\n${text}`).toBe(isDue);
    if (isDue) talk.toldAt = now();
  }
  checkHelp(talk, texts.filter(isHelp), story);
  return { story, texts };
}

/** One text for a crisis, with the numbers of the person's country, but not twice in an hour. */
function checkHelp(talk: Talk, texts: string[], story: string) {
  const { isBritish, helpedAt } = talk;
  const isCrisis = talk.acts.at(-2) === 'crisis' && !talk.isStopped;
  const isDue = isCrisis && (helpedAt === null || now() - helpedAt > 60 * minuteMs);
  expect(texts, story).toHaveLength(isDue ? 1 : 0);
  if (!isDue) return;
  talk.helpedAt = now();
  // An Apple Messages address is no number, but the account has one.
  expect(texts[0], story).toContain(isBritish ? '116 123' : '988');
}

async function checkThread(talk: Talk, story: string) {
  const { db } = test.runtime;
  const thread = await threadOf(talk);
  expect(thread?.erasedAt !== null, story).toBe(talk.isForgotten);
  if (talk.isForgotten) return;
  // A crisis that is missed would leave it to the AI.
  expect(thread?.handler === 'human', story).toBe(talk.isTaken);
  expect(thread?.riskAt !== null, story).toBe(talk.isAtRisk);
  const events = await db.$count(riskEvents, eq(riskEvents.threadId, talk.threadId));
  expect(events, story).toBe(talk.crises);
}

async function threadOf({ threadId }: Talk) {
  const [row] = await test.runtime.db.select().from(threads).where(eq(threads.id, threadId));
  return row;
}

async function playRound(all: Talk[], random: Random, seed: number): Promise<void> {
  await test.advance(random.pick(pauses) * minuteMs);
  const active = all.filter(({ isForgotten }) => !isForgotten);
  await returnDueThreads(test.runtime);
  for (const talk of active) {
    if (talk.returnsAt !== null && talk.returnsAt <= now()) returnToAi(talk);
  }
  const wasStopped = new Map(active.map((talk) => [talk, talk.isStopped]));
  await Promise.all(
    active.map(async (talk) => {
      const act = random.pick(choices);
      talk.acts.push(act);
      await acts[act]?.(talk);
    }),
  );
  const crash = random.pick(Object.keys(crashes));
  for (const talk of active) talk.acts.push(crash);
  await crashes[crash]?.();
  await test.runUntilIdle();
  for (const talk of active) {
    const { story, texts } = check(talk, seed);
    // Sagewire confirms a STOP once; one that follows a STOP gets nothing.
    const isQuiet = talk.isStopped && wasStopped.get(talk);
    if (isQuiet) expect(texts, story).toEqual([]);
    if (talk.isStopped) expect(texts.filter(isReply), story).toEqual([]);
    await checkThread(talk, story);
  }
}

it('no talk misses a disclosure, a STOP or a crisis', { timeout: talks * 20_000 }, async () => {
  for (let from = 0; from < talks; from += atOnce) {
    const seed = from + 1;
    const random = createRandom(seed, 'talks');
    // Its session would end in the days that pass.
    admin = await signIn(test, asAdmin);
    const all: Talk[] = [];
    for (let nth = 0; nth < Math.min(atOnce, talks - from); nth++)
      all.push(await beginTalk(test, random.pick(experts), random));
    for (let round = 0; round < rounds; round++) await playRound(all, random, seed);
  }
});
