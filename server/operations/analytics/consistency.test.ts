import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageRow } from '#server/db/schema.ts';
import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import type { MessageKind } from '#shared/api/thread-filters.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import {
  messageIn,
  messageOut,
  now,
  startAnalyticsTest,
  timeZone,
  verdict,
  week,
} from '#test/analytics-data.ts';

let world: Awaited<ReturnType<typeof startAnalyticsTest>>;
beforeAll(async () => {
  world = await startAnalyticsTest();
});
afterAll(() => world.test.close());

it('agrees with itself and with any stored messages, and leads to the threads behind each number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aMoment, { maxLength: 60 }), async (moments) => {
      await world.deleteMessages();
      const stored = await addMoments(moments);
      const url = `/api/analytics?days=7&timeZone=${timeZone}`;
      const reply: AnalyticsReply = (await world.admin.call('GET', url)).body;
      const inWeek = stored.filter(({ createdAt }) => week.includes(dayOf(createdAt)));
      expect(reply.totals).toEqual(modelOf(inWeek, stored));
      for (const { day, ...figures } of reply.days) {
        const ofDay = inWeek.filter(({ createdAt }) => dayOf(createdAt) === day);
        expect(figures, day).toEqual(modelOf(ofDay, stored));
      }
      for (const { expert, ...figures } of reply.experts) {
        const ofExpert = inWeek.filter((row) => expertOf(row) === expert.id);
        expect(figures).toEqual(modelOf(ofExpert, stored));
      }
      for (const read of additive) {
        const whole = read(reply.totals);
        expect(sum(reply.days.map(read))).toBe(whole);
        expect(sum(reply.experts.map(read))).toBe(whole);
      }
      await expectThreadsBehind(inWeek);
    }),
    { numRuns: 12 },
  );
});

const aMoment = fc.record({
  place: fc.nat({ max: 5 }),
  agoMs: fc.integer({ min: 0, max: 10 * dayMs }),
  state: fc.constantFrom('waiting', 'answered', 'refused', 'recorded', 'failed'),
  isAllowed: fc.constantFrom(null, true, false),
  answerMs: fc.integer({ min: 1, max: 2 * hourMs }),
  delivery: fc.constantFrom(null, 'queued', 'sent', 'delivered', 'read', 'failed', 'withheld'),
  tokens: fc.option(fc.nat({ max: 5_000 })),
} as const);
type Moment = typeof aMoment extends fc.Arbitrary<infer Value> ? Value : never;

async function addMoments(moments: Moment[]): Promise<MessageRow[]> {
  const rows = moments.flatMap((moment) => {
    const { state, isAllowed, answerMs, delivery, tokens } = moment;
    const asked = new Date(now.getTime() - moment.agoMs);
    const thread = world.threadAt(moment.place);
    const question = {
      ...messageIn(thread, asked),
      id: uuidv7(),
      answerState: state,
      verdict: isAllowed === null ? null : verdict(isAllowed, tokens),
    };
    if (state === 'waiting' || state === 'recorded') return [question];
    const isAi = state === 'answered';
    const answer = {
      ...messageOut(thread, new Date(asked.getTime() + answerMs)),
      origin: isAi ? ('ai' as const) : ('system' as const),
      replyToId: question.id,
      deliveryState: delivery,
      aiMeta: isAi
        ? { provider: 'openai', processingTimeMs: 1, tokenUsage: { input: tokens, output: 3 } }
        : null,
    };
    return [question, answer];
  });
  return world.add(...rows);
}

const dayOf = (time: Date) => time.toLocaleDateString('sv-SE', { timeZone });
const expertOf = (row: MessageRow) => world.threadOf(row).expertId;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** Independent of the query. */
const isKind: Record<MessageKind, (row: MessageRow) => boolean> = {
  in: ({ direction }) => direction === 'inbound',
  out: ({ direction, deliveryState }) => direction === 'outbound' && deliveryState !== 'withheld',
  system: ({ origin }) => origin === 'system',
  answered: ({ answerState }) => answerState === 'answered',
  delivered: ({ deliveryState }) => deliveryState === 'delivered' || deliveryState === 'read',
  failed: ({ deliveryState }) => deliveryState === 'failed',
  settled: (row) => isKind.delivered(row) || isKind.failed(row),
  validated: ({ verdict }) => verdict !== null,
  rejected: ({ verdict }) => verdict?.isAllowed === false,
  ai: ({ aiMeta, verdict }) => aiMeta !== null || verdict !== null,
  unreported: ({ aiMeta, verdict }) =>
    [aiMeta?.tokenUsage, verdict?.tokenUsage].some(
      (usage) => usage !== undefined && (usage.input === null || usage.output === null),
    ),
};

function modelOf(rows: MessageRow[], all: MessageRow[]): Figures {
  const ofKind = (kind: MessageKind) => rows.filter(isKind[kind]);
  const count = (kind: MessageKind) => ofKind(kind).length;
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const waits = ofKind('in').flatMap(({ id, createdAt }) =>
    all
      .filter(({ origin, replyToId }) => origin === 'ai' && replyToId === id)
      .filter(({ deliveryState }) => deliveryState !== 'withheld')
      .map((reply) => reply.createdAt.getTime() - createdAt.getTime()),
  );
  const usages = rows
    .flatMap((row) => [row.aiMeta?.tokenUsage, row.verdict?.tokenUsage])
    .filter((usage) => usage !== undefined);
  const people = ofKind('in').map(
    (row) => world.threadOf(row).userId ?? world.threadOf(row).handle,
  );
  return {
    messagesIn: count('in'),
    messagesOut: count('out'),
    systemTexts: count('system'),
    activePeople: new Set(people).size,
    answered: count('answered'),
    answerTimeMs:
      waits.length === 0
        ? null
        : { p50: closeTo(percentile(waits, 0.5)), p95: closeTo(percentile(waits, 0.95)) },
    delivered: count('delivered'),
    failed: count('failed'),
    deliveryRate: share(count('delivered'), count('settled')),
    validated: count('validated'),
    rejected: count('rejected'),
    rejectionRate: share(count('rejected'), count('validated')),
    tokens: {
      input: sum(usages.map(({ input }) => input ?? 0)),
      output: sum(usages.map(({ output }) => output ?? 0)),
      unreported: usages.filter(({ input, output }) => input === null || output === null).length,
    },
  };
}

function percentile(numbers: number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const position = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
  return low + (high - low) * (position - Math.floor(position));
}

const closeTo = (value: number): number => expect.closeTo(value, 3);

const additive: ((figures: Figures) => number)[] = [
  ({ messagesIn }) => messagesIn,
  ({ messagesOut }) => messagesOut,
  ({ systemTexts }) => systemTexts,
  ({ answered }) => answered,
  ({ delivered }) => delivered,
  ({ failed }) => failed,
  ({ validated }) => validated,
  ({ rejected }) => rejected,
  ({ tokens }) => tokens.input,
  ({ tokens }) => tokens.output,
  ({ tokens }) => tokens.unreported,
];

async function expectThreadsBehind(inWeek: MessageRow[]): Promise<void> {
  const expertId = world.sol.id;
  for (const kind of Object.keys(isKind) as MessageKind[]) {
    const range = `from=${week[0]}&to=${week.at(-1)}&timeZone=${timeZone}`;
    const url = `/api/threads?with=${kind}&${range}&expertId=${expertId}`;
    const { body } = await world.admin.call('GET', url);
    const behind = inWeek.filter((row) => isKind[kind](row) && expertOf(row) === expertId);
    const listed = body.threads.map(({ id }: { id: string }) => id);
    expect(new Set(listed), kind).toEqual(new Set(behind.map(({ threadId }) => threadId)));
  }
}
