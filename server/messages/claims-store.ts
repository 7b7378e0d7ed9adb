import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import {
  type ExpertRow,
  experts,
  type Failure,
  type MessageRow,
  messages,
  type ProviderRow,
  providers,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { AnswerState, Verdict } from '#shared/api/threads.ts';
import { type Attachment, hasAttachments } from './attachments-store.ts';
import { readableBody } from './readable-body.ts';

const fallback = alias(providers, 'fallback');

export type ClaimedMessage = {
  /** Its body is cut to what is read. */
  message: MessageRow;
  /** The earlier texts of a burst, oldest first, that the same reply answers. */
  earlier: MessageRow[];
  thread: ThreadRow;
  expert: ExpertRow;
  provider: ProviderRow;
  fallback: ProviderRow | null;
  user: UserRow | null;
  hasAttachments: boolean;
  attachments: Attachment[];
};

/**
 * Takes the thread's oldest unanswered message. The attempt is counted first, so that a message that
 * crashes the process is given up in the end.
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
    .returning({ ...getTableColumns(messages), body: readableBody });
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

/** For a turn that had to wait before it began. */
export async function uncountAttempt(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(messages)
    .set({ attempts: sql`${messages.attempts} - 1` })
    .where(eq(messages.id, messageId));
}

export async function recordFailure(
  db: Database,
  message: MessageRow,
  failure: Failure,
): Promise<MessageRow> {
  const failures = [...message.failures, failure];
  await db.update(messages).set({ failures }).where(eq(messages.id, message.id));
  return { ...message, failures };
}

export async function hasWaitingMessage(tx: Database, threadId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')))
    .limit(1);
  return row !== undefined;
}

/** @param earlier texts of the same burst, which get the same state. */
export async function settleMessage(
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
  // The burst was validated as one message, so only its last row holds the verdict.
  const { verdict: _, ...shared } = change;
  await tx
    .update(messages)
    .set({ ...shared, answeredWithId: messageId })
    .where(
      inArray(
        messages.id,
        earlier.map(({ id }) => id),
      ),
    );
}

/** Threads with something to answer, as a query with a column `thread_id`. */
export const threadsToAnswer = sql`select thread_id from messages where answer_state = 'waiting'`;
