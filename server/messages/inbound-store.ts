import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { type Database, rowsOf } from '#server/db/client.ts';
import { experts, type Failure, messages, threads, type Verdict } from '#server/db/schema.ts';
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

/**
 * Stores a group of arrivals, each once whatever the gateway repeats, with their threads locked in one
 * order (so that groups can't wait for each other in a circle). Answers in the group's order.
 */
export async function storeArrivals(
  tx: Database,
  arrivals: Arrival[],
  now: Date,
): Promise<StoredArrival[]> {
  const found = await lockThreads(tx, arrivals, now);
  const rows = arrivals.map((arrival, order) => ({
    order,
    id: uuidv7(),
    threadId: threadOf(found, arrival).id,
    ...arrival,
    // PostgreSQL's text can't hold the character NUL.
    body: arrival.body.replaceAll('\0', ''),
  }));
  const stored = await rowsOf<{ id: string }>(
    tx,
    sql`insert into messages (id, thread_id, direction, origin, body, created_at, channel,
          gateway_account, gateway_message_id, keyword_answered, answer_state)
        select id, "threadId", 'inbound', 'gateway', body, ${now.toISOString()}::timestamptz, channel,
          "gatewayAccount", "gatewayMessageId", "keywordAnswered",
          case when trim(body) = '' then 'recorded' else 'waiting' end
        from json_to_recordset(${JSON.stringify(rows)}::json) as arrival("order" int, id uuid,
          "threadId" uuid, body text, channel text, "gatewayAccount" text, "gatewayMessageId" text,
          "keywordAnswered" text)
        order by "order"
        on conflict (channel, gateway_account, gateway_message_id) do nothing
        returning id`,
  );
  const isStored = new Set(stored.map(({ id }) => id));
  await touchThreads(
    tx,
    rows.filter(({ id }) => isStored.has(id)),
    now,
  );
  return rows.map(({ id, ...arrival }) => {
    const { id: threadId, userId } = threadOf(found, arrival);
    return { threadId, userId, isNew: isStored.has(id) };
  });
}

type FoundThread = { id: string; userId: string | null };

async function lockThreads(
  tx: Database,
  arrivals: Arrival[],
  now: Date,
): Promise<Map<string, FoundThread>> {
  const wanted = new Map(
    arrivals.map((arrival) => [
      `${arrival.expertId} ${arrival.from}`,
      { id: uuidv7(), expertId: arrival.expertId, handle: arrival.from },
    ]),
  );
  const keys = JSON.stringify([...wanted.values()]);
  const select = () =>
    rowsOf<FoundThread & { expertId: string; handle: string }>(
      tx,
      sql`select t.id, t.user_id as "userId", t.expert_id as "expertId", t.handle
          from threads t
          join json_to_recordset(${keys}::json) as wanted("expertId" uuid, handle text)
            on t.expert_id = wanted."expertId" and t.handle = wanted.handle
          where t.is_current
          order by t.id
          for no key update of t`,
    );
  let rows = await select();
  if (rows.length < wanted.size) {
    await tx.execute(
      sql`insert into threads (id, expert_id, handle, created_at)
          select id, "expertId", handle, ${now.toISOString()}::timestamptz
          from json_to_recordset(${keys}::json) as wanted(id uuid, "expertId" uuid, handle text)
          order by "expertId", handle
          on conflict (expert_id, handle) where is_current do nothing`,
    );
    rows = await select();
  }
  return new Map(rows.map((row) => [`${row.expertId} ${row.handle}`, row]));
}

function threadOf(found: Map<string, FoundThread>, arrival: { expertId: string; from: string }) {
  return found.get(`${arrival.expertId} ${arrival.from}`) as FoundThread;
}

/** What the list of threads shows of new messages; the rows are locked already. */
async function touchThreads(
  tx: Database,
  stored: { threadId: string; body: string }[],
  now: Date,
): Promise<void> {
  if (stored.length === 0) return;
  const latest = new Map<string, { threadId: string; body: string; count: number }>();
  for (const { threadId, body } of stored) {
    latest.set(threadId, { threadId, body, count: (latest.get(threadId)?.count ?? 0) + 1 });
  }
  await tx.execute(
    sql`update threads set last_message = latest.body, last_message_at = ${now.toISOString()}::timestamptz,
          message_count = message_count + latest.count
        from json_to_recordset(${JSON.stringify([...latest.values()])}::json)
          as latest("threadId" uuid, body text, count int)
        where threads.id = latest."threadId"`,
  );
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
  await touchThreads(tx, [{ threadId, body }], now);
  return (row as { id: string }).id;
}

export type ClaimedMessage = { message: MessageRow; thread: ThreadRow; expert: ExpertRow };

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
    .select({ thread: threads, expert: experts })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
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
    .orderBy(desc(messages.seq))
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
    .orderBy(desc(messages.seq))
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
