import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { type Database, rowsOf } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import type { AiMeta, Source, Verdict } from '#shared/api/threads.ts';

export type PaidReply = {
  threadId: string;
  userId: string;
  messageId: string;
  earlierIds: string[];
  body: string;
  /** None if only the dashboard shows the reply. */
  parts: string[];
  segments: number | null;
  aiMeta: AiMeta;
  sources: Source[];
  expertVersionId: string | null;
  verdict: Verdict | null;
  failures: Failure[];
  now: Date;
};

export type StoredReply = {
  /** False if no credit was left; nothing is stored then. */
  isPaid: boolean;
  /** Null if the reply was free. */
  left: number | null;
  hasMore: boolean;
};

/**
 * Stores a reply and spends its credit in one statement. All of it depends on the conditional update, so neither a
 * reply nor a ledger entry exists alone, and the last credit can't be spent twice.
 */
export async function storeReply(tx: Database, reply: PaidReply): Promise<StoredReply> {
  const { threadId, userId, messageId, body, aiMeta, verdict, expertVersionId } = reply;
  const now = sql`${reply.now.toISOString()}::timestamptz`;
  const answered = `{${[...reply.earlierIds, messageId].join(',')}}`;
  const parts = reply.parts.map((text, part) => ({ id: uuidv7(), part, text }));
  const sources = reply.sources.length > 0 ? JSON.stringify(reply.sources) : null;
  const deliveryState = parts.length > 0 ? 'queued' : null;
  const [result] = await rowsOf<StoredReply>(
    tx,
    sql`with payer as (
          update users set message_count = message_count
            + case when sub_expiration > ${now} then 0 else 1 end
          where id = ${userId} and (sub_expiration > ${now} or message_count < paid_messages)
          returning id, coalesce(sub_expiration > ${now}, false) as is_subscribed,
            paid_messages - message_count as credits
        ), entry as (
          insert into credit_entries (id, user_id, kind, used_delta, message_id, reason, created_at)
          select ${uuidv7()}::uuid, id, 'spend', 1, ${messageId}::uuid, 'Reply', ${now}
          from payer where not is_subscribed
        ), reply as (
          insert into messages (id, thread_id, direction, origin, body, created_at, reply_to_id,
            ai_meta, sources, expert_version_id, delivery_state, segments)
          select ${uuidv7()}::uuid, ${threadId}::uuid, 'outbound', 'ai', ${body}::text, ${now},
            ${messageId}::uuid, ${JSON.stringify(aiMeta)}::jsonb,
            ${sources}::jsonb, ${expertVersionId}::uuid, ${deliveryState}::text,
            ${reply.segments}::smallint
          from payer
          returning id
        ), texts as (
          insert into deliveries (id, message_id, thread_id, part, body, created_at)
          select text.id, reply.id, ${threadId}::uuid, text.part, text.text, ${now}
          from reply, json_to_recordset(${JSON.stringify(parts)}::json)
            as text(id uuid, part smallint, text text)
          order by text.part
        ), thread as (
          update threads set last_message = ${body}::text, last_message_at = ${now},
            message_count = message_count + 1, has_failed = false
          from payer where threads.id = ${threadId}
        ), answered as (
          update messages set answer_state = 'answered',
            failures = ${JSON.stringify(reply.failures)}::jsonb,
            answered_with_id = case when messages.id <> ${messageId}::uuid then ${messageId}::uuid end,
            verdict = case when messages.id = ${messageId}::uuid
              then ${verdict === null ? null : JSON.stringify(verdict)}::jsonb end
          from payer where messages.id = any(${answered}::uuid[])
        )
        select exists (select 1 from payer) as "isPaid",
          (select credits from payer where not is_subscribed) as "left",
          exists (select 1 from messages where thread_id = ${threadId} and answer_state = 'waiting'
            and id <> all(${answered}::uuid[])) as "hasMore"`,
  );
  return result as StoredReply;
}
