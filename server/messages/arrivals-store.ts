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
import { endSilentThreads, findSilenceStart } from './silence-store.ts';
import { pictureLabel } from './threads-store.ts';

export type Arrival = Omit<InboundMessage, 'kind' | 'to'> & {
  expertId: string;
  channel: ChannelKey;
  keyword: Keyword | null;
};

/** Thread lists show its first line. */
const previewLength = 1_000;

export type StoredArrival = {
  threadId: string;
  userId: string | null;
  isNew: boolean;
  /** The thread had no wakeup before. */
  isWoken: boolean;
};

/** `lease` null: the wakeups are not leased. */
export type StoreConditions = { now: Date; lease: string | null };

/**
 * Stores arrivals and wakeups in one statement. A repeated message changes nothing.
 * @returns one result per arrival, in order; null, and nothing stored, if its thread is locked or new.
 */
export async function storeUnlessLocked(
  db: Database,
  arrivals: Arrival[],
  when: StoreConditions,
): Promise<(StoredArrival | null)[]> {
  const stored = await storeRows(db, toRows(arrivals), { ...when, skipsLocked: true });
  return stored.map(({ threadId, ...rest }) => (threadId ? { threadId, ...rest } : null));
}

/** Waits for locked threads and creates new ones. */
export async function storeArrivals(
  db: Database,
  arrivals: Arrival[],
  { now, lease }: StoreConditions,
): Promise<StoredArrival[]> {
  const rows = toRows(arrivals);
  const store = (some: ArrivalRow[]) => storeRows(db, some, { now, lease, skipsLocked: false });
  const results = await store(rows);
  const threadless = rows.filter((_, order) => !results[order]?.threadId);
  if (threadless.length > 0) {
    for (const { expertId, from: handle } of threadless) {
      await endSilentThreads(db, { expertId, handle }, now);
    }
    await addThreads(db, threadless, now);
    const stored = await store(threadless);
    for (const [index, { order }] of threadless.entries()) {
      const result = stored[index];
      // Stored by the next attempt, or when the gateway sends it again.
      if (!result?.threadId) throw new Error('A thread moved while its first text was stored');
      results[order] = result;
    }
  }
  return results as StoredArrival[];
}

type ArrivalRow = Arrival & { order: number; id: string; isCut: boolean };

function toRows(arrivals: Arrival[]): ArrivalRow[] {
  return arrivals.map((arrival, order) => {
    const body = cutToBytes(arrival.body, inboundMaxBytes);
    const isCut = body.length < arrival.body.length;
    return { ...arrival, order, id: uuidv7(), body, isCut };
  });
}

/**
 * `threadId` is null, and nothing stored, without a thread, from a number that may have been silent for too long, or if
 * the thread is locked and skipped.
 */
type StoredRow = Omit<StoredArrival, 'threadId'> & { threadId: string | null };

const now = sql`${sql.placeholder('now')}::timestamptz`;
const since = sql`${sql.placeholder('since')}::timestamptz`;
const job = 'answer-message';
const woken = insertWakeups(job, sql`select distinct thread_id from stored`, now);
const leased = insertLeased(
  job,
  sql`select distinct thread_id, ${sql.placeholder('lease')}::uuid as lease from stored`,
  now,
);
const skippingLocked = { wake: prepareStore(woken, 'skip'), lease: prepareStore(leased, 'skip') };
const waitingForLocked = { wake: prepareStore(woken, 'wait'), lease: prepareStore(leased, 'wait') };

async function storeRows(
  db: Database,
  rows: ArrivalRow[],
  { now, lease, skipsLocked }: StoreConditions & { skipsLocked: boolean },
): Promise<StoredRow[]> {
  const values = {
    rows: JSON.stringify(rows),
    now: now.toISOString(),
    since: findSilenceStart(now).toISOString(),
  };
  const store = skipsLocked ? skippingLocked : waitingForLocked;
  return lease ? store.lease(db, { ...values, lease }) : store.wake(db, values);
}

/**
 * Locks threads by id, so that batches can't deadlock.
 * @param wakeups inserts those of the threads in `stored`, and returns `thread_id` of threads that had none.
 */
function prepareStore(wakeups: SQL, locked: 'skip' | 'wait') {
  return prepareStatement<StoredRow>(
    sql`with arrival as materialized (
      select * from json_to_recordset(${sql.placeholder('rows')}::json) as arrival("order" int, id uuid,
        "expertId" uuid, "from" text, body text, "isCut" boolean, channel text, "gatewayAccount" text,
        "gatewayMessageId" text, "keywordAnswered" text, keyword text, content text, "quotedGatewayId" text,
        segments smallint, media json)
    ), thread as materialized (
      select t.id, t.user_id, t.expert_id, t.handle
      from threads t
      join (select distinct "expertId", "from" from arrival) wanted
        on t.expert_id = wanted."expertId" and t.handle = wanted."from"
      where t.is_current and (t.user_id is null or t.last_inbound_at >= ${since}
        or exists (select 1 from users
          where id = t.user_id and phone_number = t.handle and phone_verified_at >= ${since}))
      order by t.id
      for no key update of t ${sql.raw(locked === 'skip' ? 'skip locked' : '')}
    ), stored as (
      insert into messages (id, thread_id, direction, origin, body, is_cut, created_at, channel,
        gateway_account, gateway_message_id, keyword_answered, keyword, content, quoted_gateway_id, segments,
        answer_state)
      select arrival.id, thread.id, 'inbound', 'gateway', body, "isCut", ${now}, channel,
        "gatewayAccount", "gatewayMessageId", "keywordAnswered", keyword, content, "quotedGatewayId", segments,
        case when content = 'reaction' then 'recorded'
          when content = 'words' and trim(body) = '' and json_array_length(media) = 0 then 'recorded'
          else 'waiting' end
      from arrival join thread on expert_id = "expertId" and handle = "from"
      order by "order"
      on conflict (channel, gateway_account, gateway_message_id) do nothing
      returning id, thread_id, seq, channel, left(coalesce(nullif(trim(body), ''), ${pictureLabel}), ${previewLength}) as body
    ), pictures as (
      insert into attachments (id, message_id, position, source, created_at)
      select gen_random_uuid(), stored.id, picture.position, picture.source, ${now}
      from stored join arrival on arrival.id = stored.id,
        json_array_elements(media) with ordinality as picture(source, position)
    ), touched as (
      update threads set last_message = latest.body, last_message_at = ${now},
        last_inbound_at = ${now}, last_inbound_channel = latest.channel,
        last_inbound_seq = latest.seq, person_wrote_at = ${now}, resolved_at = null,
        message_count = message_count + latest.count
      from (select thread_id, count(*)::int as count, (array_agg(body order by seq desc))[1] as body,
              (array_agg(channel order by seq desc))[1] as channel, max(seq) as seq
            from stored group by thread_id) latest
      where threads.id = latest.thread_id
    ), reopened as (
      delete from opt_outs using thread, experts
      where opt_outs.ends_with_next_message and opt_outs.handle = thread.handle
        and opt_outs.channel = experts.channel and opt_outs.address = ${expertAddress}
        and experts.id = thread.expert_id and thread.id in (select thread_id from stored)
    ), woken as (${wakeups})
    select thread.id as "threadId", thread.user_id as "userId", stored.id is not null as "isNew",
      stored.thread_id in (select thread_id from woken) is true as "isWoken"
    from arrival
    left join thread on expert_id = "expertId" and handle = "from"
    left join stored on stored.id = arrival.id
    order by "order"`,
  );
}

async function addThreads(db: Database, arrivals: Arrival[], now: Date): Promise<void> {
  const wanted = new Map(
    arrivals.map(({ expertId, from }) => [
      `${expertId} ${from}`,
      { expertId, handle: from, createdAt: now },
    ]),
  );
  await db
    .insert(threads)
    .values([...wanted.values()])
    .onConflictDoNothing();
}

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
