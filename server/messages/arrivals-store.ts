import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { InboundMessage } from '#server/channels/channel.ts';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { threads } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { mapTexts, storable } from '#shared/texts.ts';

/** A message as a gateway delivered it, for one expert. */
export type Arrival = Omit<InboundMessage, 'kind' | 'to'> & {
  expertId: string;
  channel: ChannelKey;
};

/** What a list of threads shows of a message without words. */
const withoutWords = '[Picture]';

export type StoredArrival = { threadId: string; userId: string | null; isNew: boolean };

/** Makes the wakeups of a query's threads a part of the statement that stores their messages. */
export type WakeupsOf = (threads: SQL) => SQL;

/**
 * Stores a group of arrivals, each once whatever the gateway repeats, and wakes their threads.
 * Answers in the group's order. Each arrival commits together with its wakeup, in one statement.
 */
export async function storeArrivals(
  db: Database,
  arrivals: Arrival[],
  { now, wakeupsOf }: { now: Date; wakeupsOf: WakeupsOf },
): Promise<StoredArrival[]> {
  const rows = arrivals.map((arrival, order) => ({
    order,
    id: uuidv7(),
    ...mapTexts(arrival, storable),
  }));
  const store = (some: ArrivalRow[]) => storeRows(db, some, { now, wakeupsOf });
  const results = await store(rows);
  const strangers = rows.filter((_, order) => !results[order]?.threadId);
  if (strangers.length > 0) {
    await addThreads(db, strangers, now);
    const stored = await store(strangers);
    for (const [index, { order }] of strangers.entries()) {
      results[order] = stored[index] as StoredArrival;
    }
  }
  return results as StoredArrival[];
}

type ArrivalRow = Arrival & { order: number; id: string };

/**
 * One statement, so one round trip with its commit: locks the threads in the order of their ids (so
 * that groups can't wait for each other in a circle), inserts what is new, wakes its threads, and
 * updates what the list of threads shows. Whoever had closed the conversation opens it by writing. An
 * arrival whose thread does not exist yet is not stored; its threadId is null.
 */
async function storeRows(
  db: Database,
  rows: ArrivalRow[],
  { now, wakeupsOf }: { now: Date; wakeupsOf: WakeupsOf },
): Promise<(Omit<StoredArrival, 'threadId'> & { threadId: string | null })[]> {
  const at = now.toISOString();
  return rowsOf(
    db,
    sql`with arrival as materialized (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as arrival("order" int, id uuid,
            "expertId" uuid, "from" text, body text, channel text, "gatewayAccount" text,
            "gatewayMessageId" text, "keywordAnswered" text, content text, "quotedGatewayId" text,
            segments smallint, media json)
        ), thread as materialized (
          select t.id, t.user_id, t.expert_id, t.handle
          from threads t
          join (select distinct "expertId", "from" from arrival) wanted
            on t.expert_id = wanted."expertId" and t.handle = wanted."from"
          where t.is_current
          order by t.id
          for no key update of t
        ), stored as (
          insert into messages (id, thread_id, direction, origin, body, created_at, channel,
            gateway_account, gateway_message_id, keyword_answered, content, quoted_gateway_id, segments,
            answer_state)
          select arrival.id, thread.id, 'inbound', 'gateway', body, ${at}::timestamptz, channel,
            "gatewayAccount", "gatewayMessageId", "keywordAnswered", content, "quotedGatewayId", segments,
            case when content = 'reaction' then 'recorded'
              when content = 'words' and trim(body) = '' and json_array_length(media) = 0 then 'recorded'
              else 'waiting' end
          from arrival join thread on expert_id = "expertId" and handle = "from"
          order by "order"
          on conflict (channel, gateway_account, gateway_message_id) do nothing
          returning id, thread_id, seq, coalesce(nullif(trim(body), ''), ${withoutWords}) as body
        ), pictures as (
          insert into attachments (id, message_id, position, source, created_at)
          select gen_random_uuid(), stored.id, picture.position, picture.source, ${at}::timestamptz
          from stored join arrival on arrival.id = stored.id,
            json_array_elements(media) with ordinality as picture(source, position)
        ), touched as (
          update threads set last_message = latest.body, last_message_at = ${at}::timestamptz,
            last_inbound_at = ${at}::timestamptz,
            message_count = message_count + latest.count
          from (select thread_id, count(*)::int as count, (array_agg(body order by seq desc))[1] as body
                from stored group by thread_id) latest
          where threads.id = latest.thread_id
        ), reopened as (
          delete from opt_outs using thread, experts
          where opt_outs.ends_with_next_message and opt_outs.handle = thread.handle
            and opt_outs.channel = experts.channel and opt_outs.address = ${expertAddress}
            and experts.id = thread.expert_id and thread.id in (select thread_id from stored)
        ), woken as (${wakeupsOf(sql`select distinct thread_id from stored`)})
        select thread.id as "threadId", thread.user_id as "userId", stored.id is not null as "isNew"
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
