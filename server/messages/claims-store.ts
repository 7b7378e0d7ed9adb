import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, toArray } from '#server/db/client.ts';
import {
  type ExpertRow,
  experts,
  type Failure,
  type MessageRow,
  messages,
  optOuts,
  type ProviderRow,
  providers,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { AnswerState, Verdict } from '#shared/api/messages.ts';
import { type Attachment, hasAttachments } from './attachments-store.ts';
import { listPast, type PastMessage, type RecentTexts, recentTexts } from './history-store.ts';
import { kindOfOptOut, type OptOut } from './opt-outs-store.ts';
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
  optOut: OptOut | null;
  recent: RecentTexts;
  /** What was said before it, newest first. */
  past: PastMessage[];
  hasAttachments: boolean;
  attachments: Attachment[];
};

/**
 * Takes the oldest unanswered message of each thread, with all that its turn reads. The attempts are counted first, so
 * that a message that crashes the process is given up in the end.
 * @returns one result per thread, in their order; null for a thread without waiting messages.
 */
export async function claimOldest(
  db: Database,
  threadIds: string[],
): Promise<(ClaimedMessage | null)[]> {
  const claimed = await countAttempts(db, threadIds);
  const claimedIds = claimed.map(({ message }) => message.threadId);
  if (claimedIds.length === 0) return threadIds.map(() => null);
  const [places, answerers, pasts] = await Promise.all([
    listPlaces(db, claimedIds),
    listAnswerers(db, claimedIds),
    listPast(db, claimedIds),
  ]);
  return threadIds.map((threadId) => {
    const own = claimed.find(({ message }) => message.threadId === threadId);
    const place = places.find(({ thread }) => thread.id === threadId);
    const answerer = answerers.find(({ expert }) => expert.id === place?.thread.expertId);
    if (!own || !place || !answerer) return null;
    const past = pasts.get(threadId) ?? [];
    return { ...own, ...place, ...answerer, past, earlier: [], attachments: [] };
  });
}

async function countAttempts(db: Database, threadIds: string[]) {
  const oldest = sql`(select oldest.id from unnest(${toArray(threadIds)}::uuid[]) as wanted(id)
    cross join lateral (select ${messages.id} from ${messages}
      where ${messages.threadId} = wanted.id and ${messages.answerState} = 'waiting'
      order by ${messages.seq} limit 1) as oldest)`;
  return db
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} in ${oldest}`)
    .returning({
      // A statement's result has one level.
      ...getTableColumns(messages),
      body: readableBody,
      recent: recentTexts,
      hasAttachments: hasAttachments(sql`"messages"."id"`),
    })
    .then((rows) =>
      rows.map(({ recent, hasAttachments: has, ...message }) => ({
        message,
        recent,
        hasAttachments: has,
      })),
    );
}

async function listPlaces(db: Database, threadIds: string[]) {
  return db
    .select({
      thread: threads,
      user: users,
      optOut: sql<OptOut | null>`(select json_build_object('kind', ${kindOfOptOut},
        'blockedByGateway', ${optOuts.blockedByGateway}) from ${optOuts}
        where ${optOuts.channel} = ${experts.channel} and ${optOuts.handle} = ${threads.handle}
          and ${optOuts.address} = ${expertAddress})`,
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(inArray(threads.id, threadIds));
}

async function listAnswerers(db: Database, threadIds: string[]) {
  const called = db
    .select({ id: threads.expertId })
    .from(threads)
    .where(inArray(threads.id, threadIds));
  return db
    .select({ expert: experts, provider: providers, fallback })
    .from(experts)
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(fallback, eq(fallback.id, experts.fallbackProviderId))
    .where(inArray(experts.id, called));
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
