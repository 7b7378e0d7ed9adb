import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ExpertRow, threads } from '#server/db/schema.ts';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { type ExpertClass, expertClasses } from '#shared/disclosure-rules.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { isLongRun } from '#test/property-runs.ts';
import { answerOnly, expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { createRandom, type Random } from '#test/torture/random.ts';

/** In `npm run test:long` and in the suite. */
const talks = isLongRun ? 10_000 : 60;
/** Talks that go on side by side, so that their replies share batches. */
const atOnce = 20;
const rounds = 9;
const minuteMs = 60_000;
/** Far from three hours in every sum, because the steps themselves take a while. */
const pauses = [0, 0, 1, 50, 250, 26 * 60];

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let experts: ExpertRow[];
beforeAll(async () => {
  test = await startTestApp();
  const apple = () => ({ phoneNumber: null, handle: `biz-${crypto.randomUUID()}` });
  experts = [];
  for (const channel of channelKeys) {
    for (const kind of expertClasses) {
      const own = channel === 'AMB' ? apple() : {};
      experts.push(await anExpert(test, { channel, class: kind, pauseAfterText: 'none', ...own }));
    }
  }
});
afterAll(() => test.close());

/** A person, what they should have been told, and what they did. */
type Talk = {
  expert: ExpertRow;
  kind: ExpertClass;
  channel: ChannelKey;
  phone: string;
  isBritish: boolean;
  threadId: string;
  texter: ReturnType<typeof createTexter>;
  /** Replies and notices that the phone got before this round. */
  seen: number;
  /** When the last reply said that an AI writes; null: the next one has to. */
  toldAt: number | null;
  isStopped: boolean;
  isTaken: boolean;
  isForgotten: boolean;
  acts: string[];
};

async function begin(random: Random): Promise<Talk> {
  const expert = random.pick(experts);
  const { channel, class: kind } = expert;
  const isBritish = channel !== 'AMB' && random.happens(0.4);
  const phone =
    channel === 'AMB'
      ? `urn:mbid:${crypto.randomUUID()}`
      : isBritish
        ? `+447400${String(random.between(0, 999_999)).padStart(6, '0')}`
        : aPhone();
  const person = { paidMessages: 100, ...(channel !== 'AMB' && { phoneNumber: phone }) };
  const { thread } = await aConnectedUser(test, expert, person, phone, null);
  const texter = createTexter(test, expert);
  const talk = { expert, kind, channel, phone, isBritish, texter, threadId: thread.id };
  const state = { isStopped: false, isTaken: false, isForgotten: false };
  return { ...talk, ...state, seen: 0, toldAt: null, acts: [] };
}

const say = ({ texter, expert, phone }: Talk, body: string) =>
  texter.text(phone, body, expert, expert.channel === 'AMB' ? { to: expert.handle } : {});
const atDesk = ({ threadId }: Talk, path: string, body?: object) =>
  admin.call('POST', `/api/threads/${threadId}/${path}`, body);

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
  },
  giveBack: async (talk) => {
    if (!talk.isTaken) return;
    await atDesk(talk, 'return', { answer: 'none' });
    talk.isTaken = false;
    talk.toldAt = null;
  },
  write: async (talk) => {
    const { status } = await atDesk(talk, 'messages', { body: 'Ana from the team here.' });
    if (status === 200) talk.toldAt = null;
  },
  crisis: async (talk) => {
    await say(talk, 'I want to kill myself');
    talk.isTaken ||= !talk.isStopped;
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
const choices = [
  ...['ask', 'ask', 'ask', 'ask', 'ask', 'askTwice', 'askTwice', 'isHuman', 'menu'],
  ...['stop', 'start', 'take', 'giveBack', 'giveBack', 'write', 'crisis', 'forget'],
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
const isReply = (text: string) => /(2 \+ 2|3 \+ 1) is 4/.test(text);

/** Every text since the last round against what it had to say. */
function check(talk: Talk, seed: number) {
  const { texter, phone, kind, isBritish, acts: done } = talk;
  const story = `seed ${seed}: ${talk.channel} ${kind} ${isBritish ? 'GB' : ''} ${done.join(', ')}`;
  const now = test.runtime.clock.now().getTime();
  const received = texter.received(phone);
  const texts = received.slice(talk.seen);
  talk.seen = received.length;
  for (const text of texts.filter(isReply)) {
    const isDue = talk.toldAt === null || now - talk.toldAt > 180 * minuteMs;
    expect(disclosure.test(text), `${story}\n${text}`).toBe(isDue);
    if (isDue) talk.toldAt = now;
  }
  return { story, texts };
}

async function threadOf({ threadId }: Talk) {
  const [row] = await test.runtime.db.select().from(threads).where(eq(threads.id, threadId));
  return row;
}

async function playRound(all: Talk[], random: Random, seed: number): Promise<void> {
  await test.advance(random.pick(pauses) * minuteMs);
  const active = all.filter(({ isForgotten }) => !isForgotten);
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
    const thread = await threadOf(talk);
    expect(thread?.erasedAt !== null, story).toBe(talk.isForgotten);
    // A crisis that is missed would leave it to the AI.
    if (!talk.isForgotten) expect(thread?.handler === 'human', story).toBe(talk.isTaken);
  }
}

it('no talk misses a disclosure, a STOP or a crisis', { timeout: talks * 20_000 }, async () => {
  for (let from = 0; from < talks; from += atOnce) {
    const seed = from + 1;
    const random = createRandom(seed, 'talks');
    // Its session would end in the days that pass.
    admin = await signIn(test, asAdmin);
    const all: Talk[] = [];
    for (let nth = 0; nth < Math.min(atOnce, talks - from); nth++) all.push(await begin(random));
    for (let round = 0; round < rounds; round++) await playRound(all, random, seed);
  }
});
