import { and, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  alerts,
  auditLog,
  connections,
  creditEntries,
  experts,
  messages,
  threadSeen,
  threads,
} from '#server/db/schema.ts';
import { isFamiliar, urgencies } from '#server/desk/conversations/urgency.ts';

/** `threadId`: of a person who has an alert alone; null: of all others of the expert, `known` of them known. */
export type UnopenedCrises = {
  threadId: string | null;
  expertId: string;
  expert: string;
  since: Date;
  latest: Date;
  count: number;
  known: number;
};

/** Of each expert, for accounts and for familiar numbers each: one kind must not use up the other's. */
const alertsAtMost = 5;

/** The person's last text before the crisis was seen. */
const crisisSeq = sql`(select max(seq) from messages said where said.thread_id = ${threads.id}
  and said.direction = 'inbound' and said.created_at <= ${threads.riskAt})`;
const isOpened = sql`exists (select from ${threadSeen} where ${threadSeen.threadId} = ${threads.id}
  and ${threadSeen.seq} >= ${crisisSeq})`;
const isAnswered = sql`exists (select from ${messages} where ${messages.threadId} = ${threads.id}
  and ${messages.origin} = 'admin' and ${messages.createdAt} >= ${threads.riskAt})`;
/** Taken, assigned, noted on or given back. */
const isHandled = sql`exists (select from ${auditLog} where ${auditLog.entity} = 'thread'
  and ${auditLog.entityId} = ${threads.id} and ${auditLog.actorId} is not null
  and ${auditLog.createdAt} >= ${threads.riskAt})`;

/** Accounts are free. */
const isProvenAccount = sql`(exists (select from ${connections}
    where ${connections.userId} = ${threads.userId}
    and ${connections.activatedAt} < ${threads.riskAt} - interval '1 day')
  or (select sum(${creditEntries.amount}) from ${creditEntries}
    where ${creditEntries.userId} = ${threads.userId}) > 0)`;
const rank = sql<number>`(case when ${isProvenAccount} then ${urgencies.account}::int
  when ${isFamiliar} then ${urgencies.familiar}::int else ${urgencies.newcomer}::int end)`;

/** An alert of its own stays its own. */
const hasAlert = sql`exists (select from ${alerts} where ${alerts.rule} = 'crisis'
  and ${alerts.subject} = ${threads.id}::text and ${alerts.endedAt} is null)`;
const nth = sql<number>`row_number() over (partition by ${experts.id}, ${rank}
  order by ${hasAlert} desc, ${threads.riskAt}, ${threads.id})`;

/** What the team has not looked at since the person wrote it. */
export async function listUnopenedCrises(db: Database, before: Date): Promise<UnopenedCrises[]> {
  const unopened = db
    .select({
      threadId: threads.id,
      expertId: sql<string>`${experts.id}`.as('of_expert'),
      expert: experts.displayName,
      riskAt: threads.riskAt,
      rank: rank.as('rank'),
      nth: nth.as('nth'),
    })
    .from(threads)
    .innerJoin(experts, sql`${experts.id} = ${threads.expertId}`)
    .where(
      and(
        isNotNull(threads.riskAt),
        lte(threads.riskAt, before),
        isNull(threads.erasedAt),
        sql`not ${isOpened}`,
        sql`not ${isAnswered}`,
        sql`not ${isHandled}`,
      ),
    )
    .as('unopened');
  const isKnown = sql`${unopened.rank} >= ${urgencies.familiar}::int`;
  const rows = await db
    .select({
      threadId: sql<string | null>`case when ${isKnown} and ${unopened.nth} <= ${alertsAtMost}::int
        then ${unopened.threadId} end`,
      expertId: unopened.expertId,
      expert: unopened.expert,
      since: sql<string>`min(${unopened.riskAt})`,
      latest: sql<string>`max(${unopened.riskAt})`,
      count: sql<number>`count(*)::int`,
      known: sql<number>`count(*) filter (where ${isKnown})::int`,
    })
    .from(unopened)
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`4, 1`);
  return rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    latest: new Date(row.latest),
  }));
}
