import { and, count, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { riskEvents, threads } from '#server/db/schema.ts';
import type { CrisisLevel, RiskKind, RiskSettlement } from '#shared/api/safety.ts';

type RiskEvent = {
  threadId: string;
  level: CrisisLevel;
  kind: RiskKind;
  rule: string;
  country: string | null;
  sent: string | null;
};

/** The person's words stay in the thread only. */
export async function storeRiskEvent(
  tx: Database,
  { now: createdAt, ...event }: RiskEvent & { now: Date },
): Promise<void> {
  await tx.insert(riskEvents).values({ ...event, createdAt });
}

/** Whether a phone was told of a helpline, by any expert. */
export async function hasHelplines(
  db: Database,
  { handle, since }: { handle: string; since: Date },
): Promise<boolean> {
  const { threadId, sent, kind, createdAt } = riskEvents;
  const [row] = await db
    .select({ id: riskEvents.id })
    .from(riskEvents)
    .innerJoin(threads, eq(threads.id, threadId))
    .where(
      and(
        eq(threads.handle, handle),
        isNotNull(sent),
        // A child was sent to a grown-up, not to a helpline.
        ne(kind, 'age'),
        gte(createdAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Those that nothing has settled yet. A stated age is no crisis. */
export async function settleRiskEvents(
  tx: Database,
  settling: { threadId: string; since: Date; as: RiskSettlement; levels: CrisisLevel[] },
): Promise<void> {
  const { threadId, since, as, levels } = settling;
  await tx
    .update(riskEvents)
    .set({ settledAs: as })
    .where(
      and(
        eq(riskEvents.threadId, threadId),
        inArray(riskEvents.level, levels),
        ne(riskEvents.kind, 'age'),
        isNull(riskEvents.settledAs),
        gte(riskEvents.createdAt, since),
      ),
    );
}

/** Those of a thread since then, of which a stated age is none. */
export async function unsettleRiskEvents(
  tx: Database,
  { threadId, since }: { threadId: string; since: Date },
): Promise<void> {
  await tx
    .update(riskEvents)
    .set({ settledAs: null })
    .where(
      and(
        eq(riskEvents.threadId, threadId),
        ne(riskEvents.kind, 'age'),
        gte(riskEvents.createdAt, since),
      ),
    );
}

/** Keeps an erased person's events in the count, without the person. */
export async function detachThreads(tx: Database, threadIds: string[]): Promise<void> {
  await tx
    .update(riskEvents)
    .set({ threadId: null })
    .where(inArray(riskEvents.threadId, threadIds));
}

export async function moveRiskEvents(
  tx: Database,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  await tx.update(riskEvents).set({ threadId: toId }).where(eq(riskEvents.threadId, fromId));
}

export type RiskCount = {
  month: string;
  level: CrisisLevel;
  kind: RiskKind;
  rule: string;
  country: string | null;
  events: number;
  textsSent: number;
  falseByPerson: number;
  falseByTeam: number;
};

export async function countRiskEvents(db: Database, year: number): Promise<RiskCount[]> {
  const { createdAt, level, kind, rule, country, sent, settledAs } = riskEvents;
  const month = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM')`;
  const countAs = (as: RiskSettlement) =>
    sql<number>`(count(*) filter (where ${settledAs} = ${as}))::int`;
  return db
    .select({
      month,
      level,
      kind,
      rule,
      country,
      events: count(),
      textsSent: count(sent),
      falseByPerson: countAs('false-by-person'),
      falseByTeam: countAs('false-by-team'),
    })
    .from(riskEvents)
    .where(
      and(
        gte(createdAt, new Date(Date.UTC(year, 0))),
        lt(createdAt, new Date(Date.UTC(year + 1, 0))),
      ),
    )
    .groupBy(month, level, kind, rule, country)
    .orderBy(month, level, kind, rule, country);
}
