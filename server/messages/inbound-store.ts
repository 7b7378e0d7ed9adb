import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '#server/db/client.ts';
import { experts, type Failure, messages, providers, threads, users } from '#server/db/schema.ts';
import type { AnswerState, Verdict } from '#shared/api/threads.ts';
import { type Attachment, hasAttachments } from './attachments-store.ts';

export type MessageRow = typeof messages.$inferSelect;
export type ThreadRow = typeof threads.$inferSelect;
export type ExpertRow = typeof experts.$inferSelect;

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

const fallback = alias(providers, 'fallback');

export type ClaimedMessage = {
  message: MessageRow;
  /** Of a burst: the texts before it, oldest first, that the same reply answers. */
  earlier: MessageRow[];
  thread: ThreadRow;
  expert: ExpertRow;
  provider: typeof providers.$inferSelect;
  fallback: typeof providers.$inferSelect | null;
  /** Whose thread it is; null while no account has proved the address. */
  user: typeof users.$inferSelect | null;
  hasAttachments: boolean;
  /** What came with it, once it has been fetched. */
  attachments: Attachment[];
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
    .select({
      thread: threads,
      expert: experts,
      provider: providers,
      fallback,
      user: users,
      hasAttachments: hasAttachments(sql`${message.id}::uuid`),
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(fallback, eq(fallback.id, experts.fallbackProviderId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(eq(threads.id, threadId));
  return place ? { message, earlier: [], ...place, attachments: [] } : null;
}

/** Adds to what an admin reads of a message; it goes on being answered. */
export async function addFailure(
  db: Database,
  message: MessageRow,
  failure: Failure,
): Promise<MessageRow> {
  const failures = [...message.failures, failure];
  await db.update(messages).set({ failures }).where(eq(messages.id, message.id));
  return { ...message, failures };
}

/** What the person wrote after a message, oldest first, whatever has become of it. */
export async function followers(
  db: Database,
  { threadId, seq }: MessageRow,
  limit: number,
): Promise<{ message: MessageRow; hasAttachments: boolean }[]> {
  return db
    .select({ message: messages, hasAttachments: hasAttachments(sql`"messages"."id"`) })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.direction, 'inbound'),
        gt(messages.seq, seq),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(limit);
}

export async function hasWaiting(tx: Database, threadId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')))
    .limit(1);
  return row !== undefined;
}

/** @param earlier texts of the same burst, which fare as the message does. */
export async function markAnswered(
  tx: Database,
  messageId: string,
  change: {
    answerState: AnswerState;
    guard?: string | null;
    failures?: Failure[];
    verdict?: Verdict | null;
  },
  earlier: MessageRow[] = [],
): Promise<void> {
  await tx.update(messages).set(change).where(eq(messages.id, messageId));
  if (earlier.length === 0) return;
  // The burst was judged as one message, so one of its rows holds the verdict and what it cost.
  const { verdict: _, ...fate } = change;
  await tx
    .update(messages)
    .set({ ...fate, answeredWithId: messageId })
    .where(
      inArray(
        messages.id,
        earlier.map(({ id }) => id),
      ),
    );
}

/** The person wants a human; since when, is what counts until one has written. */
export async function flagForHuman(tx: Database, threadId: string, now: Date): Promise<void> {
  await tx
    .update(threads)
    .set({
      humanWantedAt: sql`coalesce(${threads.humanWantedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(threads.id, threadId));
}

/** A human has written. */
export async function clearHumanWanted(tx: Database, threadId: string): Promise<void> {
  await tx.update(threads).set({ humanWantedAt: null }).where(eq(threads.id, threadId));
}

/** @returns false where there is nothing to close, or it has been closed by this very event. */
export async function markClosed(
  tx: Database,
  closing: { expertId: string; handle: string; gatewayMessageId: string },
): Promise<boolean> {
  const { expertId, handle, gatewayMessageId: closedBy } = closing;
  const closed = await tx
    .update(threads)
    .set({ closedBy })
    .where(
      and(
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        threads.isCurrent,
        sql`${threads.closedBy} is distinct from ${closedBy}`,
      ),
    )
    .returning({ id: threads.id });
  return closed.length > 0;
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
