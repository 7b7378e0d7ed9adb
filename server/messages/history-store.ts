import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Database, rowsOf, toArray } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema.ts';
import { readMaxLength } from '#shared/limits.ts';
import { hasAttachments } from './attachments-store.ts';
import { readableBody } from './readable-body.ts';

/** How many texts came in before this one, itself among them, and how many of them said the same. */
export type RecentTexts = { all: number; same: number };

const loopMinutes = 10;
/** As many as the loop guard needs to see. */
const mostRecent = 31;

/** `RecentTexts` in SQL, for statements over messages. */
export const recentTexts = sql<RecentTexts>`(
  select json_build_object('all', count(*)::int, 'same',
    (count(*) filter (where recent.body = left("messages"."body", ${sql.raw(String(readMaxLength))})))::int)
  from (
    select left(earlier.body, ${sql.raw(String(readMaxLength))}) as body from ${messages} as earlier
    where earlier.thread_id = "messages"."thread_id" and earlier.direction = 'inbound'
      and earlier.seq <= "messages"."seq"
      and earlier.created_at > "messages"."created_at" - ${sql.raw(String(loopMinutes))} * interval '1 minute'
    order by earlier.seq desc nulls last limit ${sql.raw(String(mostRecent))}) as recent)`;

/** A question that was answered, or a reply. */
export type PastMessage = Pick<
  MessageRow,
  'id' | 'direction' | 'body' | 'replyToId' | 'answeredWithId'
> & { hasAttachments: boolean };

/** More don't fit a model's window. */
export const mostPast = 200;

/** What a model gets of each thread, newest first. The order is that of the index on (thread, seq). */
export async function listPast(
  db: Database,
  threadIds: string[],
): Promise<Map<string, PastMessage[]>> {
  const rows = await rowsOf<{ threadId: string; past: PastMessage[] }>(
    db,
    sql`select wanted.id as "threadId", (
          select coalesce(json_agg(past), '[]') from (
            select id, direction, reply_to_id as "replyToId", answered_with_id as "answeredWithId",
              case when direction = 'inbound' then ${readableBody} else body end as body,
              ${hasAttachments(sql`"messages"."id"`)} as "hasAttachments"
            from messages
            where thread_id = wanted.id and (answer_state = 'answered' or origin in ('ai', 'admin'))
            order by seq desc nulls last limit ${mostPast}) as past) as past
        from unnest(${toArray(threadIds)}::uuid[]) as wanted(id)`,
  );
  return new Map(rows.map(({ threadId, past }) => [threadId, past]));
}

export async function hasTextedSince(db: Database, threadId: string, time: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isNotNull(messages.deliveryState),
        gt(messages.createdAt, time),
      ),
    )
    .limit(1);
  return row !== undefined;
}
