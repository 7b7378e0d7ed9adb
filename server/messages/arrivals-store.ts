import { eq, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { InboundMessage } from '#server/channels/channel.ts';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepare-statement.ts';
import { type MessageRow, messages, threads } from '#server/db/schema.ts';
import { insertLeased, insertWakeups } from '#server/jobs/wakeup-parts.ts';
import type { Keyword } from '#shared/api/messages.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { inboundMaxBytes } from '#shared/limits.ts';
import { cutToBytes } from '#shared/texts.ts';
import { findSilenceStart } from './silence-store.ts';
import { previewOf } from './threads-store.ts';

export type Arrival = Omit<InboundMessage, 'kind' | 'to' | 'sentAt'> & {
  /** Null without the gateway's time. */
  sentAt: Date | null;
  expertId: string;
  channel: ChannelKey;
  keyword: Keyword | null;
  /** Of the webhook. */
  requestId?: string | undefined;
};

/** Thread lists show its first line. */
export const previewLength = 1_000;

export type StoredArrival = {
  threadId: string;
  userId: string | null;
  /** Null for a repeated message. */
  messageId: string | null;
  isNew: boolean;
  /** The thread had no wakeup before. */
  isWoken: boolean;
};

/** `lease` null: the wakeups are not leased. */
export type StoreConditions = { now: Date; lease: string | null };

/**
 * Nothing was stored. `locked`: its thread is. `silent`: the number may have a new owner (`endSilentThreads`). `new`: it
 * has no thread (`addThread`).
 */
export type NotStored = 'locked' | 'silent' | 'new';

/**
 * Stores arrivals and wakeups in one statement, and waits for no lock. A repeated message changes nothing.
 * @returns one result per arrival, in order. Those of one thread are stored together or not at all.
 */
export async function storeArrivals(
  db: Database,
  arrivals: Arrival[],
  { now, lease }: StoreConditions,
): Promise<(StoredArrival | NotStored)[]> {
  const rows = toRows(arrivals);
  const values = {
    rows: JSON.stringify(rows),
    now: now.toISOString(),
    since: findSilenceStart(now).toISOString(),
  };
  const stored = await (lease ? storeLeased(db, { ...values, lease }) : storeWaking(db, values));
  return stored.map(({ notStored, ...row }, order) => {
    const messageId = row.isNew ? (rows[order]?.id ?? null) : null;
    return notStored ?? ({ ...row, messageId } as StoredArrival);
  });
}

export async function addThread(
  db: Database,
  { expertId, from: handle }: Arrival,
  now: Date,
): Promise<void> {
  await db.insert(threads).values({ expertId, handle, createdAt: now }).onConflictDoNothing();
}

type ArrivalRow = Arrival & { order: number; id: string; isCut: boolean };

function toRows(arrivals: Arrival[]): ArrivalRow[] {
  return arrivals.map((arrival, order) => {
    const body = cutToBytes(arrival.body, inboundMaxBytes);
    const isCut = body.length < arrival.body.length;
    return { ...arrival, order, id: uuidv7(), body, isCut };
  });
}

type StoredRow = Omit<StoredArrival, 'threadId' | 'messageId'> & {
  threadId: string | null;
  notStored: NotStored | null;
};

const now = sql`${sql.placeholder('now')}::timestamptz`;
const since = sql`${sql.placeholder('since')}::timestamptz`;
const job = 'answer-message';
const shownInList = sql`left(${previewOf(sql`body`, sql`has_files`)}, ${previewLength})`;

const isOwned = sql`(t.user_id is null or t.last_inbound_at >= ${since}
  or exists (select 1 from users
    where id = t.user_id and phone_number = t.handle and phone_verified_at >= ${since}))`;

/** It waits for no lock, and gateways wait for it. */
const storingMs = 2_000;

/** @param wakeups inserts those of the threads in `stored`, and returns `thread_id` of threads that had none. */
function prepareStore(wakeups: SQL) {
  return prepareStatement<StoredRow>(
    sql`with arrival as materialized (
      select * from json_to_recordset(${sql.placeholder('rows')}::json) as arrival("order" int, id uuid,
        "expertId" uuid, "from" text, body text, "isCut" boolean, channel text, "gatewayAccount" text,
        "gatewayMessageId" text, "keywordAnswered" text, keyword text, content text, "quotedGatewayId" text,
        segments smallint, media json, "sentAt" timestamptz, route jsonb,
        "requestId" uuid)
    ), thread as materialized (
      select t.id, t.user_id, t.expert_id, t.handle
      from threads t
      join (select distinct "expertId", "from" from arrival) wanted
        on t.expert_id = wanted."expertId" and t.handle = wanted."from"
      where t.is_current and ${isOwned}
      order by t.id
      for no key update of t skip locked
    ), stored as (
      insert into messages (id, thread_id, direction, origin, body, is_cut, created_at, channel,
        gateway_account, gateway_message_id, keyword_answered, keyword, content, quoted_gateway_id, segments,
        sent_at, request_id, answer_state)
      select arrival.id, thread.id, 'inbound', 'gateway', body, "isCut", ${now}, channel,
        "gatewayAccount", "gatewayMessageId", "keywordAnswered", keyword, content, "quotedGatewayId", segments,
        "sentAt", "requestId", case when content = 'reaction' then 'recorded'
          when content = 'words' and trim(body) = '' and json_array_length(media) = 0 then 'recorded'
          else 'waiting' end
      from arrival join thread on expert_id = "expertId" and handle = "from"
      order by "order"
      on conflict (channel, gateway_account, gateway_message_id) do nothing
      returning id, thread_id, seq, channel, coalesce(sent_at, created_at) as written_at, body
    ), pictures as (
      insert into attachments (id, message_id, position, source, created_at)
      select gen_random_uuid(), stored.id, picture.position, picture.source, ${now}
      from stored join arrival on arrival.id = stored.id,
        json_array_elements(media) with ordinality as picture(source, position)
    ), touched as (
      update threads set last_message = latest.body, last_message_at = ${now},
        last_inbound_at = case when last_inbound_channel = latest.channel
          then greatest(last_inbound_at, latest.written_at) else latest.written_at end,
        last_inbound_channel = latest.channel, route = latest.route,
        last_inbound_seq = latest.seq, person_wrote_at = ${now}, resolved_at = null,
        message_count = message_count + latest.count
      from (select thread_id, count(*)::int as count, (array_agg(${shownInList} order by seq desc))[1] as body,
              (array_agg(channel order by seq desc))[1] as channel, max(seq) as seq,
              max(written_at) as written_at, (array_agg(route order by seq desc))[1] as route
            from stored join (select id as arrival_id, route, json_array_length(media) > 0 as has_files
              from arrival) as sent on arrival_id = stored.id
            group by thread_id) latest
      where threads.id = latest.thread_id
    ), reopened as (
      delete from opt_outs using thread, experts
      where opt_outs.ends_with_next_message and opt_outs.handle = thread.handle
        and opt_outs.channel = experts.channel and opt_outs.address = ${expertAddress}
        and experts.id = thread.expert_id and thread.id in (select thread_id from stored)
    ), woken as (${wakeups})
    select thread.id as "threadId", thread.user_id as "userId", stored.id is not null as "isNew",
      stored.thread_id in (select thread_id from woken) is true as "isWoken",
      case when thread.id is null then coalesce(
        (select case when ${isOwned} then 'locked' else 'silent' end from threads t
          where t.expert_id = "expertId" and t.handle = "from" and t.is_current),
        'new')
      end as "notStored"
    from arrival
    left join thread on expert_id = "expertId" and handle = "from"
    left join stored on stored.id = arrival.id
    order by "order"`,
    { silenceMs: storingMs },
  );
}

const storeWaking = prepareStore(
  insertWakeups(job, sql`select distinct thread_id from stored`, now),
);
const storeLeased = prepareStore(
  insertLeased(
    job,
    sql`select distinct thread_id, ${sql.placeholder('lease')}::uuid as lease from stored`,
    now,
  ),
);

/** The caller has locked the thread. */
export async function storeWebMessage(
  tx: Database,
  {
    threadId,
    body,
    keyword,
    now,
  }: { threadId: string; body: string; keyword: Keyword | null; now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(messages)
    .values({
      threadId,
      direction: 'inbound',
      origin: 'web',
      body,
      keyword,
      createdAt: now,
      answerState: 'waiting',
    })
    .returning({ id: messages.id, seq: messages.seq });
  const { id, seq } = row as Pick<MessageRow, 'id' | 'seq'>;
  await tx
    .update(threads)
    .set({
      lastMessage: body,
      lastMessageAt: now,
      lastInboundSeq: seq,
      personWroteAt: now,
      resolvedAt: null,
      messageCount: sql`${threads.messageCount} + 1`,
    })
    .where(eq(threads.id, threadId));
  return id;
}
