import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import {
  byPerson,
  judgeCredits,
  judgeLedger,
  judgeTexts,
  judgeThreads,
  logProgress,
} from '#test/judge-talks.ts';
import { isLongRun, talksFrom } from '#test/property-runs.ts';
import { answerOnly, expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import {
  beginTalk,
  createConnectCode,
  createExperts,
  createPoster,
  createUnreliableFetch,
  type Talk,
  type Trouble,
} from '#test/talks.ts';
import { createRandom, type Random } from '#test/torture/random.ts';
import { countUnsettled } from '#test/torture/stored.ts';
import { returnDueThreads } from '../handover/handover.ts';

const talks = isLongRun ? 10_000 : 20;
/** Side by side, so that they share batches. */
const atOnce = isLongRun ? 100 : 20;
const rounds = 9;
const pauses = [0, 0, 1, 50, 250, 26 * 60];
let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let experts: ExpertRow[];
let gateways: ReturnType<typeof createUnreliableFetch>;
beforeAll(async () => {
  const random = createRandom(talksFrom, 'gateways');
  test = await startTestApp({}, undefined, undefined, createPoster(random));
  gateways = createUnreliableFetch(test.runtime.fetch, random);
  vi.spyOn(test.runtime, 'fetch').mockImplementation(gateways.fetch);
  experts = await createExperts(test);
});
afterAll(() => test.close());
const say = ({ texter, expert, phone }: Talk, body: string) =>
  texter.text(phone, body, expert, expert.channel === 'AMB' ? { to: expert.handle } : {});
const sayAtOnce = (talk: Talk, ...bodies: string[]) =>
  Promise.all(bodies.map((body) => say(talk, body)));
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
const pickCrisis = ({ acts }: Talk) => crises[acts.length % crises.length] as string;
/** Returns once the gateway's webhook is answered. */
const acts = {
  ask: (talk) => say(talk, 'What is 2 + 2?'),
  askTwice: async (talk) => {
    await say(talk, 'What is 2 + 2?');
    await say(talk, 'What is 3 + 1?');
  },
  burst: (talk) => sayAtOnce(talk, 'What is 2 + 2?', 'What is 3 + 1?', 'What is 2 + 2?'),
  isHuman: (talk) => say(talk, 'Are you human?'),
  menu: (talk) => say(talk, 'MENU'),
  stop: async (talk) => {
    await say(talk, 'Stop.');
    talk.isStopped = true;
  },
  burstWithStop: async (talk) => {
    await sayAtOnce(talk, 'What is 2 + 2?', 'Stop.', 'What is 3 + 1?');
    talk.isStopped = true;
  },
  start: async (talk) => {
    await say(talk, 'START');
    talk.isStopped = false;
  },
  take: async (talk) => {
    await atDesk(talk, 'take');
    talk.isTaken = true;
    talk.returns = null;
  },
  giveBack: async (talk) => {
    if (!talk.isTaken) return;
    await atDesk(talk, 'return', { answer: 'none' });
    returnToAi(talk);
    talk.isAtRisk = false;
  },
  write: (talk) => atDesk(talk, 'messages', { body: byPerson }),
  crisis: async (talk) => {
    await say(talk, pickCrisis(talk));
    handOver(talk);
  },
  burstWithCrisis: async (talk) => {
    await sayAtOnce(talk, 'What is 2 + 2?', pickCrisis(talk), 'What is 3 + 1?');
    handOver(talk);
  },
  connect: async (talk) => {
    if (!talk.isStranger) return say(talk, 'What is 2 + 2?');
    await say(talk, `CONNECT ${await createConnectCode(test, talk)}`);
    talk.isStranger = false;
    talk.told = null;
  },
  /** FORGET ME came before: see `askToForget`. */
  forget: async (talk) => {
    const [asked] = talk.texter.received(talk.phone).slice(-1);
    const number = /FORGET (\d{4} \d{4})/.exec(asked ?? '')?.[1];
    // After a STOP nothing was asked: the YES opts in again.
    await say(talk, talk.isStopped || !number ? 'YES' : number);
    talk.isForgotten = !talk.isStopped;
    talk.isStopped = false;
  },
} satisfies Record<string, (talk: Talk) => Promise<unknown>>;
type Act = keyof typeof acts;

function handOver(talk: Talk): void {
  if (talk.isStopped) return;
  // An admin's takeover has no end.
  if (!talk.isTaken || talk.returns !== null) talk.returns = { from: now(), to: Infinity };
  talk.isTaken = true;
  talk.isAtRisk = true;
  talk.crises++;
}

function returnToAi(talk: Talk): void {
  talk.isTaken = false;
  talk.returns = null;
  talk.told = null;
}

const choices: Act[] = [
  ...(['ask', 'ask', 'ask', 'ask', 'askTwice', 'burst', 'burst', 'isHuman', 'menu'] as const),
  ...(['stop', 'burstWithStop', 'start', 'start', 'take', 'giveBack', 'write'] as const),
  ...(['crisis', 'burstWithCrisis', 'connect', 'connect', 'forget'] as const),
];

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
    // May end the worker's round.
    await test.runUntilIdle().catch(() => {});
    cut.mockRestore();
    await expireLeases(db);
  },
};
const troubles: Trouble[] = ['none', 'none', 'fails', 'loses-answers'];

/** Settling lost calls takes minutes. */
async function settle(): Promise<void> {
  const { db } = test.runtime;
  await test.runUntilIdle();
  gateways.setTrouble('none');
  for (let tries = 0; (await countUnsettled(db)) > 0; tries++) {
    expect(tries, 'rounds of retries').toBeLessThan(10);
    await test.advance(1.5 * minuteMs);
    await test.runUntilIdle();
  }
}

async function pause(minutes: number, active: Talk[]): Promise<void> {
  await test.advance(minutes * minuteMs);
  const mayReturn = ({ returns }: Talk) =>
    returns !== null && returns.from + dayMs <= now() && now() < returns.to + dayMs;
  while (active.some(mayReturn)) await test.advance(minuteMs);
  await returnDueThreads(test.runtime);
  for (const talk of active) {
    if (talk.returns !== null && talk.returns.to + dayMs <= now()) returnToAi(talk);
  }
}

async function playRound(all: Talk[], random: Random, seed: number): Promise<void> {
  const { db } = test.runtime;
  const active = all.filter(({ isForgotten }) => !isForgotten);
  await pause(random.pick(pauses), active);
  const from = now();
  const turns = active.map((talk) => {
    const { isStopped, isTaken } = talk;
    return { talk, act: random.pick(choices), before: { isStopped, isTaken } };
  });
  const crash = random.pick(Object.keys(crashes));
  const trouble = random.pick(troubles);
  for (const { talk, act } of turns) talk.acts.push(`${act} (${crash}, ${trouble})`);
  await askToForget(turns.flatMap(({ talk, act }) => (act === 'forget' ? talk : [])));
  await Promise.all(turns.map(({ talk, act }) => acts[act](talk)));
  gateways.setTrouble(trouble);
  await crashes[crash]?.();
  await settle();
  const span = { from, to: now() };
  for (const { talk, act, before } of turns) {
    judgeTexts(talk, before, { seed, span, act });
    if (talk.returns?.to === Infinity) talk.returns.to = now();
    if (act === 'connect') await findThread(talk);
  }
  await judgeThreads(db, active, seed);
}

async function askToForget(talks: Talk[]): Promise<void> {
  await Promise.all(talks.map((talk) => say(talk, 'FORGET ME')));
  if (talks.length > 0) await test.runUntilIdle();
}

/** A stranger's thread begins with the first text. */
async function greet(all: Talk[]): Promise<void> {
  const strangers = all.filter(({ isStranger }) => isStranger);
  await Promise.all(strangers.map((talk) => say(talk, 'Hello')));
  await test.runUntilIdle();
  await Promise.all(strangers.map(findThread));
}

const findThread = async (talk: Talk) => {
  talk.threadId = (await talk.texter.threadOf(talk.phone)).id;
};

it('no talk misses a disclosure, a STOP or a crisis', { timeout: talks * 20_000 }, async () => {
  for (let from = 0; from < talks; from += atOnce) {
    const seed = talksFrom + from;
    const random = createRandom(seed, 'talks');
    // A session would end in the days that pass.
    admin = await signIn(test, asAdmin);
    test.sandbox.reset();
    const all: Talk[] = [];
    for (let nth = 0; nth < Math.min(atOnce, talks - from); nth++)
      all.push(await beginTalk(test, random.pick(experts), random));
    await greet(all);
    for (let round = 0; round < rounds; round++) await playRound(all, random, seed);
    await judgeCredits(test.runtime.db, all, seed);
    if (isLongRun) logProgress(from + all.length, seed);
  }
  await judgeLedger(test.runtime.db);
});
