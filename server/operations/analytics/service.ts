import type { ExpertRow } from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import { listExperts } from '#server/experts/store.ts';
import { countTextsToday } from '#server/people/connections/limits-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AnalyticsQuery, AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import { addDays, listLastDays, startOfDay } from '#shared/calendar.ts';
import {
  type Counts,
  countMessages,
  type Group,
  hasMessages,
  measureResponses,
  type Responses,
} from './store.ts';

/**
 * One statement at a time, outside a transaction: other work needs the embedded database's only connection between
 * them.
 * @throws {AppError} 404 for an unknown expert.
 */
export async function computeAnalytics(
  { db, clock, config, queue }: Runtime,
  { days: count, timeZone, expertId }: AnalyticsQuery,
): Promise<AnalyticsReply> {
  const experts = await listExperts(db);
  if (expertId && !experts.some(({ id }) => id === expertId)) throw notFound('Expert');
  const now = clock.now();
  const days = listLastDays(now, { days: count, timeZone });
  const [from, to] = [days[0] as string, days.at(-1) as string];
  const edges = [...days, addDays(to, 1)].map((day) => startOfDay(day, timeZone));
  const scope = { edges, expertId };

  const counts = await countMessages(db, scope);
  const responses = indexByGroup(await measureResponses(db, scope));
  const backlogMs = await queue.measureBacklog('answer-message');
  const countsByGroup = indexByGroup(counts);
  const figuresOf = (group: Group): Figures =>
    toFigures({
      ...zeroMeasures,
      ...countsByGroup.get(keyOf(group)),
      ...responses.get(keyOf(group)),
    });

  return {
    from,
    to,
    timeZone,
    computedAt: now.toISOString(),
    hasMessages: counts.length > 1 || (await hasMessages(db)),
    questions: { ...(await countTextsToday(db, now)), limit: config.questions.perDay },
    backlog: {
      seconds: backlogMs === null ? null : Math.round(backlogMs / 1000),
      limit: config.maxBacklogMs / 1000,
    },
    totals: figuresOf({ day: null, expertId: null }),
    days: days.map((day, index) => ({ day, ...figuresOf({ day: index + 1, expertId: null }) })),
    experts: experts
      .filter(({ id }) => countsByGroup.has(keyOf({ day: null, expertId: id })))
      .map((row) => ({ expert: toExpert(row), ...figuresOf({ day: null, expertId: row.id }) }))
      .sort((a, b) => messageCount(b) - messageCount(a)),
  };
}

type Measures = Omit<Counts & Responses, keyof Group>;

const zeroMeasures: Measures = {
  messagesIn: 0,
  messagesOut: 0,
  systemTexts: 0,
  answered: 0,
  delivered: 0,
  failed: 0,
  validated: 0,
  rejected: 0,
  inputTokens: 0,
  outputTokens: 0,
  unreported: 0,
  people: 0,
  p50: null,
  p95: null,
};

function toFigures({ people, p50, p95, ...counts }: Measures): Figures {
  const { inputTokens, outputTokens, unreported, ...figures } = counts;
  const { delivered, failed, validated, rejected } = counts;
  return {
    ...figures,
    activePeople: people,
    answerTimeMs: p50 === null || p95 === null ? null : { p50, p95 },
    deliveryRate: ratio(delivered, delivered + failed),
    rejectionRate: ratio(rejected, validated),
    tokens: { input: inputTokens, output: outputTokens, unreported },
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function messageCount({ messagesIn, messagesOut }: Figures): number {
  return messagesIn + messagesOut;
}

function toExpert({ id, displayName, imageUrl, channel }: ExpertRow) {
  return { id, displayName, imageUrl, channel };
}

function keyOf({ day, expertId }: Group): string {
  return `${day} ${expertId}`;
}

function indexByGroup<Row extends Group>(rows: Row[]): Map<string, Omit<Row, keyof Group>> {
  return new Map(
    rows.map(({ day, expertId, ...measures }) => [keyOf({ day, expertId }), measures]),
  );
}
