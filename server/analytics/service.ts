import { addDays, lastDays, startOfDay } from '#server/calendar.ts';
import { notFound } from '#server/errors.ts';
import { type ExpertRow, listExperts } from '#server/experts/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AnalyticsQuery, AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import {
  type Asking,
  type Counts,
  countMessages,
  type Group,
  hasMessages,
  measureAsking,
} from './store.ts';

/**
 * What happened in the last days, by day and by expert. The statements run one after the other and each
 * on its own, so that on the embedded database, which does one thing at a time, nothing else waits long.
 * @throws {AppError} 404 for an expert that does not exist.
 */
export async function analyse(
  { db, clock }: Runtime,
  { days: count, timeZone, expertId }: AnalyticsQuery,
): Promise<AnalyticsReply> {
  const experts = await listExperts(db);
  if (expertId && !experts.some(({ id }) => id === expertId)) throw notFound('Expert');
  const now = clock.now();
  const days = lastDays(now, { days: count, timeZone });
  const [from, to] = [days[0] as string, days.at(-1) as string];
  const edges = [...days, addDays(to, 1)].map((day) => startOfDay(day, timeZone));
  const scope = { edges, expertId };

  const counts = await countMessages(db, scope);
  const asking = byGroup(await measureAsking(db, scope));
  const counted = byGroup(counts);
  const figuresOf = (group: Group): Figures =>
    toFigures({
      ...nothing,
      ...counted.get(keyOf(group)),
      ...asking.get(keyOf(group)),
    });

  return {
    from,
    to,
    timeZone,
    computedAt: now.toISOString(),
    hasMessages: counts.length > 1 || (await hasMessages(db)),
    totals: figuresOf({ day: null, expertId: null }),
    days: days.map((day, index) => ({ day, ...figuresOf({ day: index + 1, expertId: null }) })),
    experts: experts
      .filter(({ id }) => counted.has(keyOf({ day: null, expertId: id })))
      .map((row) => ({ expert: toExpert(row), ...figuresOf({ day: null, expertId: row.id }) }))
      .sort((a, b) => busyness(b) - busyness(a)),
  };
}

type Measures = Omit<Counts & Asking, keyof Group>;

const nothing: Measures = {
  messagesIn: 0,
  messagesOut: 0,
  systemTexts: 0,
  answered: 0,
  delivered: 0,
  failed: 0,
  judged: 0,
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
  const { delivered, failed, judged, rejected } = counts;
  return {
    ...figures,
    activePeople: people,
    answerTimeMs: p50 === null || p95 === null ? null : { p50, p95 },
    deliveryRate: share(delivered, delivered + failed),
    rejectionRate: share(rejected, judged),
    tokens: { input: inputTokens, output: outputTokens, unreported },
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function busyness({ messagesIn, messagesOut }: Figures): number {
  return messagesIn + messagesOut;
}

function toExpert({ id, displayName, imageUrl, channel }: ExpertRow) {
  return { id, displayName, imageUrl, channel };
}

function keyOf({ day, expertId }: Group): string {
  return `${day} ${expertId}`;
}

function byGroup<Row extends Group>(rows: Row[]): Map<string, Omit<Row, keyof Group>> {
  return new Map(
    rows.map(({ day, expertId, ...measures }) => [keyOf({ day, expertId }), measures]),
  );
}
