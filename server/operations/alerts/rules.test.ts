import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordChange } from '#server/access/audit/store.ts';
import {
  alertDeliveries,
  alertReceivers,
  alerts,
  connections,
  creditEntries,
  type ExpertRow,
  type MessageRow,
  messages,
  phoneAttempts,
  providers,
  threadSeen,
  threads,
} from '#server/db/schema.ts';
import { webhooksReceived } from '#server/outside/metrics.ts';
import type { AlertRule } from '#shared/api/alerts.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { findCrises } from './crisis-rule.ts';
import { createWatch, look as lookWith } from './watch.ts';

const empty = { bavail: 900, blocks: 1000, bsize: 1e9 };

let test: TestApp;
let expert: ExpertRow;
let disk: typeof empty;
let look: () => Promise<void>;
beforeEach(async () => {
  test = await startTestApp({ SMS_DAILY_QUESTIONS: '5' });
  expert = await anExpert(test);
  webhooksReceived.reset();
  disk = empty;
  const watch = createWatch(async () => disk);
  look = () => lookWith(test.runtime, watch);
});
afterEach(() => test.close());

const ago = (ms: number) => new Date(test.runtime.clock.now().getTime() - ms);

async function listOpen(): Promise<AlertRule[]> {
  const rows = await test.runtime.db.select().from(alerts);
  return rows.filter(({ endedAt }) => endedAt === null).map(({ rule }) => rule);
}

async function detailOf(rule: AlertRule): Promise<string> {
  const [row] = await test.runtime.db.select().from(alerts).where(eq(alerts.rule, rule));
  return row?.detail ?? '';
}

/** An episode ends when it was not found for a minute. */
async function isOver(): Promise<boolean> {
  await look();
  await test.advance(minuteMs + 1);
  await look();
  return (await listOpen()).length === 0;
}

/** Connected long ago. */
async function anOldFriend() {
  const friend = await aConnectedUser(test, expert);
  await test.runtime.db
    .update(connections)
    .set({ activatedAt: ago(48 * hourMs) })
    .where(eq(connections.userId, friend.user.id));
  return friend;
}

async function aText(change: Partial<typeof messages.$inferInsert> = {}, threadId?: string) {
  const id = threadId ?? (await anOldFriend()).thread.id;
  const [row] = await test.runtime.db
    .insert(messages)
    .values({
      threadId: id,
      direction: 'inbound',
      origin: 'gateway',
      body: 'A secret of mine',
      createdAt: test.runtime.clock.now(),
      answerState: 'answered',
      ...change,
    })
    .returning();
  return row as MessageRow;
}

const sent = { direction: 'outbound', origin: 'ai', answerState: null } as const;

async function setAll(change: Partial<typeof messages.$inferInsert>) {
  await test.runtime.db.update(messages).set(change);
}

type Scene = { rule: AlertRule; says: RegExp; begin(): Promise<void>; end(): Promise<void> };

const scenes: Scene[] = [
  {
    rule: 'provider',
    says: /^Sandbox AI does not answer since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    async begin() {
      const since = test.runtime.clock.now().toISOString();
      const outage = { since, nextTryAt: since, pauseMs: 1, isProbed: false, reason: 'secret' };
      await test.runtime.db.update(providers).set({ outage });
    },
    end: async () => void (await test.runtime.db.update(providers).set({ outage: null })),
  },
  {
    rule: 'unanswered',
    says: /^Ada: 1 text waits for an answer, the oldest since .* UTC\.$/,
    begin: async () =>
      void (await aText({ answerState: 'waiting', createdAt: ago(5 * minuteMs + 1) })),
    end: () => setAll({ answerState: 'answered' }),
  },
  {
    rule: 'failures',
    says: /^Ada: 5 of 24 answers and texts of the last 15 minutes failed\.$/,
    async begin() {
      const failed = { ...sent, deliveryState: 'failed', deliveryReason: unreachable } as const;
      for (let one = 0; one < 5; one++) await aText(failed);
      for (let one = 0; one < 19; one++) await aText();
    },
    end: () => test.advance(15 * minuteMs),
  },
  {
    rule: 'given-up',
    says: /^Ada: 1 answer or text was given up in 24 hours, and the team has neither retried nor dismissed it\.$/,
    begin: async () => void (await aText({ answerState: 'failed' })),
    end: () => setAll({ dismissedAt: test.runtime.clock.now() }),
  },
  {
    rule: 'budget',
    says: /^4 of 5 texts to new phones in 24 hours \(SMS_DAILY_QUESTIONS\)\.$/,
    begin: () => attempts('text', 4),
    end: () => test.advance(24 * hourMs),
  },
  {
    rule: 'webhooks',
    says: /refused 10 webhooks in 5 minutes as forged, broken or not applied; usual are 0\.$/,
    async begin() {
      await look();
      await test.advance(1_000);
      webhooksReceived.inc({ channel: 'SMS', outcome: 'forged' }, 10);
    },
    end: () => test.advance(5 * minuteMs),
  },
  {
    rule: 'disk',
    says: / has 0\.9 GB free \(90%\) where DATA_DIR is\.$/,
    async begin() {
      disk = { ...empty, bsize: 1e6 };
    },
    async end() {
      disk = empty;
    },
  },
  {
    rule: 'crisis',
    says: /^Ada: a person may be in danger since .* UTC\. The team has not opened the conversation\.$/,
    begin: async () => void (await aCrisis()),
    end: async () => void (await test.runtime.db.update(threads).set({ riskAt: null })),
  },
];
const unreachable = 'The phone could not be reached. (30003)';

async function attempts(kind: 'text' | 'mail-code' | 'unsent', count: number) {
  const createdAt = test.runtime.clock.now();
  const rows = Array.from({ length: count }, () => ({ kind, createdAt }));
  await test.runtime.db.insert(phoneAttempts).values(rows);
}

/** Seen by the product a moment after the text. */
async function aCrisis(threadId?: string) {
  const text = await aText({ createdAt: ago(5 * minuteMs + 2_000) }, threadId);
  const riskAt = ago(5 * minuteMs + 1_000);
  await test.runtime.db.update(threads).set({ riskAt }).where(eq(threads.id, text.threadId));
  return text;
}

describe.each(scenes)('$rule', ({ rule, says, begin, end }) => {
  it('begins, says what is wrong without a word of a person, and ends', async () => {
    await begin();
    await look();
    expect(await listOpen()).toEqual([rule]);
    expect(await detailOf(rule)).toMatch(says);
    await look();
    expect(await test.runtime.db.$count(alerts)).toBe(1);
    await end();
    expect(await isOver()).toBe(true);
  });
});

it('a disk of unknown size alerts no one', async () => {
  disk = { bavail: 0, blocks: 0, bsize: 4096 };
  await look();
  expect(await test.runtime.db.$count(alerts)).toBe(0);
});

it('a quiet installation alerts no one', async () => {
  await aText();
  await look();
  expect(await test.runtime.db.$count(alerts)).toBe(0);
});

describe('what is no alert', () => {
  it('texts that a person answers, that were just given back, or that wait for a retry', async () => {
    const old = { answerState: 'waiting', createdAt: ago(hourMs) } as const;
    const held = await aText(old);
    await test.runtime.db
      .update(threads)
      .set({ handler: 'human' })
      .where(eq(threads.id, held.threadId));
    const given = await aText(old);
    const { queue, db } = test.runtime;
    await queue.enqueue(db, 'answer-message', [{ threadId: given.threadId }]);
    await aText({ ...old, dismissedAt: ago(minuteMs) });
    await look();
    expect(await listOpen()).toEqual([]);
    await test.advance(minuteMs + 1);
    await look();
    expect(await listOpen(), 'no worker has answered it since').toEqual(['unanswered']);
  });

  it('few failures, or few among many', async () => {
    const failed = { ...sent, deliveryState: 'failed', deliveryReason: unreachable } as const;
    for (let one = 0; one < 4; one++) await aText(failed);
    await look();
    expect(await listOpen()).toEqual([]);
    for (let one = 0; one < 21; one++) await aText();
    await aText(failed);
    await look();
    expect(await listOpen()).toEqual([]);
  });

  it('a provider that is switched off, and texts not sent for a full budget', async () => {
    const at = test.runtime.clock.now().toISOString();
    const outage = { since: at, nextTryAt: at, pauseMs: 1, isProbed: false, reason: '' };
    await test.runtime.db.update(providers).set({ outage, isActive: false });
    await attempts('unsent', 9);
    await attempts('mail-code', 3);
    await look();
    expect(await listOpen()).toEqual([]);
  });

  it('as many refused webhooks as usual', async () => {
    const refuse = (count: number) =>
      webhooksReceived.inc({ channel: 'SMS', outcome: 'malformed' }, count);
    await look();
    for (let minutes = 0; minutes < 60; minutes += 5) {
      refuse(9);
      await test.advance(5 * minuteMs);
      await look();
    }
    refuse(20);
    await look();
    expect(await listOpen()).toEqual([]);
    refuse(40);
    await look();
    expect(await listOpen()).toEqual(['webhooks']);
  });
});

describe('refused webhooks', () => {
  const refuse = (count: number) =>
    webhooksReceived.inc({ channel: 'SMS', outcome: 'forged' }, count);
  const refuseFor = async (minutes: number, perMinute: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      refuse(perMinute);
      await test.advance(minuteMs);
      await look();
    }
  };

  it('become usual neither while the alert lasts nor in the hour after it', async () => {
    await look();
    await refuseFor(90, 24);
    expect(await listOpen()).toEqual(['webhooks']);
    expect(await detailOf('webhooks')).toMatch(/usual are 0\.$/);
    await refuseFor(7, 0);
    expect(await listOpen()).toEqual([]);
    await refuseFor(2, 24);
    expect(await listOpen()).toEqual(['webhooks']);
  });

  it('count from the start of the process, before its first look', async () => {
    refuse(25);
    await look();
    expect(await listOpen()).toEqual(['webhooks']);
  });
});

describe('a crisis', () => {
  const now = () => test.runtime.clock.now();
  const reader = () => aUser(test, { role: 'AGENT', phoneNumber: null });

  it('is none for the alert before five minutes have passed', async () => {
    const text = await aText();
    const riskAt = ago(5 * minuteMs - 5_000);
    await test.runtime.db.update(threads).set({ riskAt }).where(eq(threads.id, text.threadId));
    await look();
    expect(await listOpen()).toEqual([]);
  });

  it.each<[string, (text: MessageRow) => Promise<unknown>]>([
    [
      'opened',
      async ({ threadId, seq }) =>
        test.runtime.db.insert(threadSeen).values({ userId: (await reader()).id, threadId, seq }),
    ],
    ['answered', ({ threadId }) => aText({ ...sent, origin: 'admin' }, threadId)],
    [
      'taken',
      async ({ threadId: entityId }) =>
        recordChange(test.runtime.db, {
          actorId: (await reader()).id,
          action: 'thread.take',
          entity: 'thread',
          entityId,
          before: { handler: 'ai' },
          after: { handler: 'human' },
          now: now(),
        }),
    ],
  ])('that the team has %s is none any more, until it is seen again', async (_, act) => {
    const text = await aCrisis();
    await look();
    expect(await listOpen()).toEqual(['crisis']);
    await act(text);
    expect(await isOver()).toBe(true);
    await test.advance(10 * minuteMs);
    await aCrisis(text.threadId);
    await look();
    expect(await listOpen()).toEqual(['crisis']);
  });

  it('was not opened by a member who looked before it', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const before = await aText({ createdAt: ago(hourMs) }, thread.id);
    const userId = (await reader()).id;
    await test.runtime.db
      .insert(threadSeen)
      .values({ userId, threadId: thread.id, seq: before.seq });
    await aCrisis(thread.id);
    await look();
    expect(await listOpen()).toEqual(['crisis']);
  });

  it('is one for each person who is known, and one for all strangers of an expert', async () => {
    const { db } = test.runtime;
    for (let one = 0; one < 3; one++) {
      const stranger = { expertId: expert.id, handle: aPhone(), createdAt: ago(6 * minuteMs) };
      const [thread] = await db.insert(threads).values(stranger).returning();
      await aCrisis(thread?.id);
    }
    await aCrisis();
    await aCrisis();
    await look();
    const rows = await db.select().from(alerts);
    expect(rows.filter(({ detail }) => detail.includes('a person'))).toHaveLength(2);
    expect(rows.filter(({ subject }) => subject === expert.id)).toMatchObject([
      {
        detail: expect.stringMatching(
          /^Ada: 3 people who are new may be in danger, the first since/,
        ),
        link: `/?state=crisis&expertId=${expert.id}`,
      },
    ]);
    expect(rows).toHaveLength(3);
  });

  /** At risk, without an account. */
  async function someNumbers(count: number, { writesSince }: { writesSince: Date }) {
    const rows = Array.from({ length: count }, (_, nth) => ({
      ...{ expertId: expert.id, handle: aPhone(), createdAt: writesSince },
      riskAt: ago(hourMs - nth),
    }));
    await test.runtime.db.insert(threads).values(rows);
  }

  const subjects = async () => (await findCrises(test.runtime)).map(({ subject }) => subject);

  it('of a person who is known is found behind any number of strangers', async () => {
    await someNumbers(600, { writesSince: ago(hourMs) });
    const { threadId } = await aCrisis();
    expect((await subjects()).sort()).toEqual([expert.id, threadId].sort());
    expect((await findCrises(test.runtime))[0]?.detail).toContain('600 people who are new');
  });

  it('of strangers is found behind any number of strangers of another expert', async () => {
    await someNumbers(600, { writesSince: ago(hourMs) });
    const other = await anExpert(test);
    const stranger = { expertId: other.id, handle: aPhone(), riskAt: ago(6 * minuteMs) };
    await test.runtime.db.insert(threads).values(stranger);
    expect((await subjects()).sort()).toEqual([expert.id, other.id].sort());
  });

  it('rings a phone few times for a hundred familiar numbers, and still for an account', async () => {
    const phone = { kind: 'text' as const, address: aPhone(), name: 'Desk' };
    await test.runtime.db.insert(alertReceivers).values(phone);
    await someNumbers(100, { writesSince: ago(72 * hourMs) });
    await look();
    expect(await test.runtime.db.$count(alertDeliveries)).toBe(6);
    const details = (await test.runtime.db.select().from(alerts)).map(({ detail }) => detail);
    expect(details).toContainEqual(expect.stringMatching(/^Ada: 95 more people may be in danger/));
    const { threadId } = await aCrisis();
    await look();
    expect(await test.runtime.db.$count(alerts, eq(alerts.subject, threadId))).toBe(1);
    expect(await test.runtime.db.$count(alertDeliveries)).toBe(7);
  });

  /** A look every five minutes: time enough for what is told here. */
  async function countRings(minutes: number): Promise<number> {
    const before = await test.runtime.db.$count(alertDeliveries);
    for (let one = 0; one < minutes; one += 5) {
      await test.advance(5 * minuteMs);
      await look();
    }
    return (await test.runtime.db.$count(alertDeliveries)) - before;
  }

  const aStranger = async () => {
    const at = test.runtime.clock.now();
    const facts = { expertId: expert.id, handle: aPhone(), createdAt: at, riskAt: at };
    await test.runtime.db.insert(threads).values(facts);
  };

  it('of a new person rings soon, also behind thirty that are false, and a flood rings at most four times an hour', async () => {
    const phone = { kind: 'text' as const, address: aPhone(), name: 'Desk' };
    await test.runtime.db.insert(alertReceivers).values(phone);
    await someNumbers(30, { writesSince: ago(hourMs) });
    await look();
    // The alert repeats after 15 minutes, then hourly.
    expect(await countRings(20)).toBe(1);
    await aStranger();
    expect(await countRings(5), 'the team has five minutes').toBe(0);
    expect(await countRings(5)).toBe(1);
    const [ring] = await test.runtime.db
      .select()
      .from(alertDeliveries)
      .orderBy(desc(alertDeliveries.createdAt))
      .limit(1);
    expect(ring?.detail).toContain('31 people who are new');
    expect(await countRings(55), 'what is known only repeats').toBe(0);

    for (let minute = 0; minute < 30; minute += 5) {
      await aStranger();
      await countRings(5);
    }
    let rings = 0;
    for (let minute = 0; minute < 60; minute += 5) {
      await aStranger();
      rings += await countRings(5);
    }
    // Every 15 minutes, after the look that found it.
    expect(rings).toBe(3);
  });

  it('keeps its alert when an earlier one follows', async () => {
    await someNumbers(6, { writesSince: ago(72 * hourMs) });
    await look();
    const before = await subjects();
    const first = { handle: aPhone(), riskAt: ago(2 * hourMs), createdAt: ago(72 * hourMs) };
    await test.runtime.db.insert(threads).values({ expertId: expert.id, ...first });
    expect((await subjects()).sort()).toEqual(before.sort());
  });

  it('of a new account shares the alert of strangers, until it has paid', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    await aCrisis(thread.id);
    expect(await subjects()).toEqual([expert.id]);
    await test.runtime.db.insert(creditEntries).values({
      ...{ userId: user.id, kind: 'grant', grantedDelta: 10, reason: 'Bought' },
      ...{ amount: 900, currency: 'usd' },
    });
    expect(await subjects()).toEqual([thread.id]);
  });
});

it('a rule that can not be asked ends nothing, and keeps no other from being asked', async () => {
  disk = { ...empty, bavail: 50 };
  await look();
  const broken = createWatch(() => Promise.reject(new Error('no such folder')));
  await test.advance(2 * minuteMs);
  await aText({ answerState: 'failed' });
  await lookWith(test.runtime, broken);
  expect((await listOpen()).sort()).toEqual(['disk', 'given-up']);
});
