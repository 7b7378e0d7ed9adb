import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, toArray } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepare-statement.ts';
import type { Failure } from '#server/db/schema.ts';
import {
  deleteWakeups,
  insertLeased,
  insertWakeups,
  releaseWakeups,
  selectLeased,
} from '#server/jobs/wakeup-parts.ts';
import type { AiMeta, Source, Verdict } from '#shared/api/messages.ts';
import { isUnsent } from './deliveries-store.ts';
import { perThread } from './per-thread.ts';

export type NewReply = {
  threadId: string;
  lease: string;
  /** When the turn began; a reply to a changed thread is not stored. */
  userId: string;
  isCurrent: boolean;
  handlerEpoch: number;
  messageId: string;
  messageSeq: number;
  earlierIds: string[];
  body: string;
  /** Of the AI disclosure that begins the body. */
  disclosureLength: number | null;
  /** Of what the parts leave out of the body's end. */
  unsentLength: number | null;
  /** Empty if only the dashboard shows it. */
  parts: string[];
  maySend: boolean;
  segments: number | null;
  aiMeta: AiMeta;
  sources: Source[];
  expertVersionId: string | null;
  verdict: Verdict | null;
  failures: Failure[];
};

export type StoredReply =
  /** Another process has the lease; or else the thread, its account or its credit has changed. */
  | { isStored: false; isLeased: boolean }
  | {
      isStored: true;
      /** Credits; null if the reply was free. */
      left: number | null;
      /** Another message waits. */
      hasMore: boolean;
      fenced: Fenced | null;
    };

/** A first part, fenced for this process. `isQuoting`: the person has written more since the question. */
export type Fenced = { deliveryId: string; messageId: string; isQuoting: boolean; at: Date };

const job = 'answer-message';
const now = sql`${sql.placeholder('now')}::timestamptz`;
const storeRows = prepareStatement<{
  isStored: boolean;
  isLeased: boolean;
  left: number | null;
  deliveryId: string | null;
  isQuoting: boolean;
  hasMore: boolean;
}>(
  sql`with reply as materialized (
      select * from json_to_recordset(${sql.placeholder('rows')}::json) as reply("order" int, id uuid,
        "entryId" uuid, "threadId" uuid, lease uuid, "userId" uuid, "isCurrent" boolean, "handlerEpoch" int, "messageId" uuid, "messageSeq" bigint, answered uuid[], body text,
        "disclosureLength" smallint, "unsentLength" int,
        parts json, "maySend" boolean, segments smallint, "aiMeta" jsonb, sources jsonb,
        "expertVersionId" uuid, verdict jsonb, failures jsonb)
    ), own as materialized (
      select reply.* from (select * from reply order by "threadId") as reply
      cross join lateral (${selectLeased(job, { threadId: sql`reply."threadId"`, lease: sql`reply.lease` })}) as leased
    ), ready as materialized (
      select own.*, thread.handle, thread.expert_id from own
      cross join lateral (
        select handle, expert_id from threads
        where id = own."threadId" and erased_at is null and user_id = own."userId"
          and is_current = own."isCurrent" and handler_epoch = own."handlerEpoch" ${perThread}) as thread
    ), payer as materialized (
      select id, coalesce(sub_expiration > ${now}, false) as is_subscribed,
        paid_messages - message_count as credits
      from users where id in (select "userId" from ready) order by id for no key update
    ), affordable as (
      select ready.*, is_subscribed, credits - row_number() over (partition by "userId" order by "order") as "left"
      from ready join payer on payer.id = "userId"
    ), stored as materialized (
      select * from affordable where is_subscribed or "left" >= 0
    ), charged as (
      update users set message_count = message_count + spent.count
      from (select "userId", count(*) from stored where not is_subscribed group by 1) as spent
      where users.id = spent."userId"
    ), entry as (
      insert into credit_entries (id, user_id, kind, used_delta, message_id, reason, created_at)
      select "entryId", "userId", 'spend', 1, "messageId", 'Reply', ${now}
      from stored where not is_subscribed
    ), unsent as materialized (
      select "threadId" as thread_id from stored where json_array_length(parts) > 0
    ), begun as (${insertLeased(
      'deliver-reply',
      sql`
      select "threadId" as thread_id, lease from stored
      where "maySend" and json_array_length(parts) > 0
        and not exists (select 1 from deliveries
          where deliveries.thread_id = "threadId" and ${isUnsent} ${perThread})
        and not exists (select 1 from messages as stop
          where stop.thread_id = "threadId" and stop.answer_state = 'waiting' and stop.keyword = 'STOP'
          ${perThread})
        and not exists (select 1 from opt_outs join experts on experts.id = stored.expert_id
          where opt_outs.channel = experts.channel and opt_outs.handle = stored.handle
            and opt_outs.address = ${expertAddress})`,
      now,
    )}
    ), queued as (${insertWakeups(
      'deliver-reply',
      sql`select thread_id from unsent where thread_id not in (select thread_id from begun)`,
      now,
    )}
    ), answer as (
      insert into messages (id, thread_id, direction, origin, body, created_at, reply_to_id,
        ai_meta, disclosure_length, unsent_length, sources, expert_version_id, delivery_state, segments)
      select id, "threadId", 'outbound', 'ai', body, ${now}, "messageId", "aiMeta", "disclosureLength", "unsentLength", sources, "expertVersionId",
        case when json_array_length(parts) = 1 and begun.thread_id is not null then 'sending'
          when json_array_length(parts) > 0 then 'queued' end, segments
      from stored left join begun on begun.thread_id = "threadId"
      order by "order"
    ), texts as (
      insert into deliveries (id, message_id, thread_id, part, body, created_at, state, attempts,
        first_attempt_at, sending_at)
      select part.id, stored.id, "threadId", part.part, part.text, ${now},
        case when is_first then 'sending' else 'queued' end, is_first::int,
        case when is_first then ${now} end, case when is_first then ${now} end
      from stored cross join json_to_recordset(parts) as part(id uuid, part smallint, text text)
      cross join lateral (select part.part = 0 and "threadId" in (select thread_id from begun) as is_first) as fence
      order by "order", part.part
    ), touched as (
      update threads set last_message = stored.body, last_message_at = ${now},
        message_count = message_count + 1,
        disclosed_at = case when "disclosureLength" is null then disclosed_at else ${now} end
      from stored where threads.id = "threadId"
    ), settled as (
      update messages set answer_state = 'answered', failures = stored.failures,
        answered_with_id = case when messages.id <> "messageId" then "messageId" end,
        verdict = case when messages.id = "messageId" then stored.verdict end
      from (select *, unnest(answered) as said_id from stored) as stored where messages.id = said_id
    ), busy as materialized (
      select "threadId" as thread_id from stored
      where exists (select 1 from messages as waiting
        where waiting.thread_id = "threadId" and waiting.answer_state = 'waiting'
          and waiting.id <> all(answered) ${perThread})
    ), released as (${releaseWakeups(job, sql`select thread_id from busy`, now)}
    ), ended as (${deleteWakeups(
      job,
      sql`select "threadId" from stored where "threadId" not in (select thread_id from busy)`,
    )})
    select stored.id is not null as "isStored", own."order" is not null as "isLeased",
      case when not stored.is_subscribed then stored."left" end::int as "left",
      case when begun.thread_id is not null then reply.parts->0->>'id' end as "deliveryId",
      begun.thread_id is not null and exists (select 1 from messages as later
        where later.thread_id = reply."threadId" and later.seq > reply."messageSeq"
          and later.origin = 'gateway' and later.content not in ('reaction', 'notice')) as "isQuoting",
      stored."threadId" in (select thread_id from busy) as "hasMore"
    from reply
    left join own on own."order" = reply."order"
    left join stored on stored."order" = reply."order"
    left join begun on begun.thread_id = stored."threadId"
    order by reply."order"`,
);

/**
 * One statement stores reply, credit, ledger entry, the first part as `sending`, and the end of the wakeup. Each
 * depends on lease, thread and credit, so that a reply is stored completely or not at all, and the last credit can't be
 * spent twice. The caller has locked the threads in an earlier statement, so that this one sees all their messages.
 */
export async function storeReplies(
  tx: Database,
  replies: NewReply[],
  now: Date,
): Promise<StoredReply[]> {
  const rows = replies.map((reply, order) => ({
    ...reply,
    order,
    id: uuidv7(),
    entryId: uuidv7(),
    answered: toArray([...reply.earlierIds, reply.messageId]),
    parts: reply.parts.map((text, part) => ({ id: uuidv7(), part, text })),
    sources: reply.sources.length > 0 ? reply.sources : null,
  }));
  const values = { rows: JSON.stringify(rows), now: now.toISOString() };
  const results = await storeRows(tx, values);
  return results.map(({ isStored, isLeased, left, deliveryId, isQuoting, hasMore }, order) => {
    if (!isStored) return { isStored, isLeased };
    const messageId = rows[order]?.id as string; // one result per row
    const fenced = deliveryId ? { deliveryId, messageId, isQuoting, at: now } : null;
    return { isStored, left, hasMore, fenced };
  });
}
