import { and, asc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { type Database, rowsOf } from '#server/db/client.ts';
import {
  experts,
  type Failure,
  messages,
  providers,
  threads,
  users,
  type Verdict,
} from '#server/db/schema.ts';
import type { AnswerState } from '#shared/api/threads.ts';
import type { ChannelKey } from '#shared/channels.ts';

export type MessageRow = typeof messages.$inferSelect;
export type ThreadRow = typeof threads.$inferSelect;
export type ExpertRow = typeof experts.$inferSelect;

/** A message as a gateway delivered it, for one expert. */
export type Arrival = {
  expertId: string;
  channel: ChannelKey;
  gatewayAccount: string;
  gatewayMessageId: string;
  from: string;
  body: string;
  keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
};

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
    ...arrival,
    // PostgreSQL's text can't hold the character NUL.
    body: arrival.body.replaceAll('\0', ''),
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
 * updates what the list of threads shows. An arrival whose thread does not exist yet is not stored;
 * its threadId is null.
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
            "gatewayMessageId" text, "keywordAnswered" text)
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
            gateway_account, gateway_message_id, keyword_answered, answer_state)
          select arrival.id, thread.id, 'inbound', 'gateway', body, ${at}::timestamptz, channel,
            "gatewayAccount", "gatewayMessageId", "keywordAnswered",
            case when trim(body) = '' then 'recorded' else 'waiting' end
          from arrival join thread on expert_id = "expertId" and handle = "from"
          order by "order"
          on conflict (channel, gateway_account, gateway_message_id) do nothing
          returning id, thread_id, seq, body
        ), touched as (
          update threads set last_message = latest.body, last_message_at = ${at}::timestamptz,
            message_count = message_count + latest.count
          from (select thread_id, count(*)::int as count, (array_agg(body order by seq desc))[1] as body
                from stored group by thread_id) latest
          where threads.id = latest.thread_id
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

/** Serialises whoever changes what a thread has to do. Held until the transaction ends. */
export async function lockThread(tx: Database, threadId: string): Promise<ThreadRow> {
  const [thread] = await tx
    .select()
    .from(threads)
    .where(eq(threads.id, threadId))
    .for('no key update');
  if (!thread) throw new Error(`Thread ${threadId} is gone`);
  return thread;
}

/** An inbound message that was written on the dashboard; the thread is locked by the caller. */
export async function addWebMessage(
  tx: Database,
  { threadId, body, now }: { threadId: string; body: string; now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(messages)
    .values({
      threadId,
      direction: 'inbound',
      origin: 'web',
      body,
      createdAt: now,
      answerState: 'waiting',
    })
    .returning({ id: messages.id });
  await tx
    .update(threads)
    .set({
      lastMessage: body,
      lastMessageAt: now,
      messageCount: sql`${threads.messageCount} + 1`,
    })
    .where(eq(threads.id, threadId));
  return (row as { id: string }).id;
}

export type ClaimedMessage = {
  message: MessageRow;
  thread: ThreadRow;
  expert: ExpertRow;
  provider: typeof providers.$inferSelect;
  /** Whose thread it is; null while no account has proved the address. */
  user: typeof users.$inferSelect | null;
};

/**
 * Takes the thread's oldest unanswered message. The try is counted at once, so that a message that
 * brings the process down can't do so for ever.
 */
export async function claimOldest(db: Database, threadId: string): Promise<ClaimedMessage | null> {
  const oldest = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')))
    .orderBy(asc(messages.seq))
    .limit(1);
  const [message] = await db
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(eq(messages.id, sql`(${oldest})`))
    .returning();
  if (!message) return null;
  const [place] = await db
    .select({ thread: threads, expert: experts, provider: providers, user: users })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(eq(threads.id, threadId));
  return place ? { message, ...place } : null;
}

export async function hasWaiting(tx: Database, threadId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')))
    .limit(1);
  return row !== undefined;
}

export async function markAnswered(
  tx: Database,
  messageId: string,
  change: {
    answerState: AnswerState;
    guard?: string | null;
    failures?: Failure[];
    verdict?: Verdict | null;
  },
): Promise<void> {
  await tx.update(messages).set(change).where(eq(messages.id, messageId));
}

/** As the index on (thread, seq) is ordered; plain `desc` would mean nulls first, and a sort. */
const newestFirst = sql`${messages.seq} desc nulls last`;

/** What the person wrote lately, newest first, the given message included. */
export async function recentInbound(
  db: Database,
  { threadId, seq }: MessageRow,
  { since, limit }: { since: Date; limit: number },
): Promise<{ body: string }[]> {
  return db
    .select({ body: messages.body })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.direction, 'inbound'),
        lt(messages.seq, seq + 1),
        gt(messages.createdAt, since),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
}

/** The thread's latest messages that a model should know, newest first: what was answered, and by whom. */
export async function recentTurns(
  db: Database,
  { threadId, id }: MessageRow,
  limit: number,
): Promise<Pick<MessageRow, 'id' | 'direction' | 'body' | 'replyToId' | 'seq'>[]> {
  return db
    .select({
      id: messages.id,
      direction: messages.direction,
      body: messages.body,
      replyToId: messages.replyToId,
      seq: messages.seq,
    })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        or(
          eq(messages.id, id),
          eq(messages.answerState, 'answered'),
          inArray(messages.origin, ['ai', 'admin']),
        ),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
}

/** Threads that have something to answer but no wakeup: the safety net's question. */
export async function forgottenThreads(db: Database, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct thread_id as id from messages
        where answer_state = 'waiting' and not exists (
          select 1 from pgboss.job where name = 'answer-message' and policy = 'exclusive'
            and state <= 'active' and coalesce(singleton_key, '') = thread_id::text)
        limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
