import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { riskEvents } from '#server/db/schema.ts';
import type { RiskKind } from '#shared/api/safety.ts';

type RiskEvent = {
  threadId: string;
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
  kind: RiskKind;
  rule: string;
  country: string | null;
  events: number;
  textsSent: number;
};

export async function countRiskEvents(db: Database, year: number): Promise<RiskCount[]> {
  const { createdAt, kind, rule, country, sent } = riskEvents;
  const month = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM')`;
  return db
    .select({ month, kind, rule, country, events: count(), textsSent: count(sent) })
    .from(riskEvents)
    .where(
      and(
        gte(createdAt, new Date(Date.UTC(year, 0))),
        lt(createdAt, new Date(Date.UTC(year + 1, 0))),
      ),
    )
    .groupBy(month, kind, rule, country)
    .orderBy(month, kind, rule, country);
}
