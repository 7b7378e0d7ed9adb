import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { sendFailures } from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import { experts, messages, phoneAttempts, threads } from '#server/db/schema.ts';
import { isFailure } from '#server/desk/conversations/states.ts';
import { isJustDue } from '#server/jobs/wakeup-parts.ts';
import { dayMs } from '#shared/time.ts';

type OfExpert = { expertId: string; expert: string };

const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;
const ofExpert = { expertId: experts.id, expert: experts.displayName };

/** A retry begins its wait anew. */
const waitingSince = sql`greatest(${messages.createdAt}, ${messages.dismissedAt})`;

/** Of texts that the AI has to answer. */
export async function countOverdueByExpert(
  db: Database,
  { before, now }: { before: Date; now: Date },
): Promise<(OfExpert & { count: number; since: Date })[]> {
  const rows = await db
    .select({ ...ofExpert, count: count(), since: sql<string>`min(${waitingSince})` })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(
      and(
        eq(messages.answerState, 'waiting'),
        sql`${waitingSince} <= ${at(before)}`,
        eq(threads.handler, 'ai'),
        isNull(threads.erasedAt),
        // What a person held waits since it was given back.
        sql`not ${isJustDue('answer-message', sql`${threads.id}`, at(now))}`,
      ),
    )
    .groupBy(experts.id)
    .orderBy(asc(experts.id));
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** Only experts with at least `least` failures. `settled`: what was answered, sent or failed. */
export async function countFailuresByExpert(
  db: Database,
  { since, least }: { since: Date; least: number },
): Promise<(OfExpert & { failed: number; settled: number })[]> {
  const failed = await db
    .select({ ...ofExpert, failed: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(and(isFailure(), isNull(messages.dismissedAt), gt(messages.createdAt, since)))
    .groupBy(experts.id)
    .having(sql`count(*) >= ${least}`)
    .orderBy(asc(experts.id));
  if (failed.length === 0) return [];
  const settled = await countSettled(
    db,
    since,
    failed.map(({ expertId }) => expertId),
  );
  return failed.map((row) => ({ ...row, settled: settled.get(row.expertId) ?? row.failed }));
}

async function countSettled(db: Database, since: Date, expertIds: string[]) {
  const rows = await db
    .select({ expertId: threads.expertId, settled: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(
      and(
        inArray(threads.expertId, expertIds),
        gt(messages.createdAt, since),
        sql`(${inArray(messages.answerState, ['answered', 'failed'])}
          or ${inArray(messages.deliveryState, ['sent', 'delivered', 'read', 'failed'])})`,
      ),
    )
    .groupBy(threads.expertId);
  return new Map(rows.map(({ expertId, settled }) => [expertId, settled]));
}

/** A phone that is off or blocks us is no one's to mend. */
const ofPhone = ['opted_out', 'closed', 'invalid_number', 'unreachable', 'window_closed'] as const;
const isPhonesFault = sql.join(
  ofPhone.map((kind) => sql`starts_with(${messages.deliveryReason}, ${sendFailures[kind].text})`),
  sql` or `,
);

/** What the team has neither retried nor dismissed. */
export async function countGivenUpByExpert(
  db: Database,
  since: Date,
): Promise<(OfExpert & { count: number })[]> {
  return db
    .select({ ...ofExpert, count: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(
      and(
        isFailure(),
        isNull(messages.dismissedAt),
        gt(messages.createdAt, since),
        sql`(${messages.deliveryReason} is null or not (${isPhonesFault}))`,
      ),
    )
    .groupBy(experts.id)
    .orderBy(asc(experts.id));
}

/** Each has SMS_DAILY_QUESTIONS for itself: see connections/mail-limits-store.ts. */
const sharedKinds = [
  'text',
  'mail-code',
  'mail-confirmation',
  'mail-notice',
  'mail-sign-up',
] as const;
export type SharedKind = (typeof sharedKinds)[number];

export async function countSharedToday(
  db: Database,
  now: Date,
): Promise<{ kind: SharedKind; count: number }[]> {
  const since = new Date(now.getTime() - dayMs);
  const rows = await db
    .select({ kind: phoneAttempts.kind, count: count() })
    .from(phoneAttempts)
    .where(and(inArray(phoneAttempts.kind, [...sharedKinds]), gt(phoneAttempts.createdAt, since)))
    .groupBy(phoneAttempts.kind);
  return rows as { kind: SharedKind; count: number }[];
}
