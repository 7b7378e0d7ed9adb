import { and, eq, getTableColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
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
import { wholeRow } from '#server/db/whole-row.ts';
import type { AnswerState, Verdict } from '#shared/api/messages.ts';
import { minorSince } from './ages-store.ts';
import { type Attachment, hasAttachments } from './attachments-store.ts';
import { type PastMessage, pastMessages, type RecentTexts, recentTexts } from './history-store.ts';
import { kindOfOptOut, type OptOut } from './opt-outs-store.ts';
import { perThread } from './per-thread.ts';
import { readableBody } from './readable-body.ts';

const fallback = alias(providers, 'fallback');

type Answerers = { expert: ExpertRow; provider: ProviderRow; fallback: ProviderRow | null };

export type ClaimedMessage = Answerers & {
  /** Turns begun, including this one. */
  attempts: number;
  /** Its body is cut to what guards and models read. */
  message: MessageRow;
  /** Earlier texts of a burst or loop, oldest first. */
  earlier: MessageRow[];
  /** `minorSince` includes what other experts were told. */
  thread: ThreadRow;
  user: UserRow | null;
  optOut: OptOut | null;
  recent: RecentTexts;
  /** Newest first. */
  past: PastMessage[];
  hasAttachments: boolean;
  attachments: Attachment[];
  hasLater: boolean;
};

export type ClaimOldest = (
  jobs: { threadId: string; attempts: number }[],
) => Promise<(ClaimedMessage | null)[]>;

/**
 * Reads each thread's oldest unanswered message. Prepared once, because Drizzle takes longer to build the statements
 * than the database to answer them.
 * @returns one result per job, in order; null without waiting messages.
 */
export function prepareClaims(db: Database): ClaimOldest {
  const turnsOf = prepareTurns(db);
  const answerersOf = prepareAnswerers(db);
  return async (jobs) => {
    const threadIds = JSON.stringify(jobs.map(({ threadId: id }) => ({ id })));
    const [turns, answerers] = await Promise.all([
      turnsOf.execute({ threadIds }),
      answerersOf.execute({ threadIds }),
    ]);
    return jobs.map(({ threadId, attempts }) => {
      const turn = turns.find(({ thread }) => thread.id === threadId);
      const answerer = answerers.find(({ expert }) => expert.id === turn?.thread.expertId);
      if (!turn || !answerer) return null;
      const { minorSince, ...said } = turn;
      const thread = { ...turn.thread, minorSince };
      return { ...said, thread, ...answerer, attempts, earlier: [], attachments: [] };
    });
  };
}

/** As JSON, because the planner would count the elements of an array and plan each batch again. */
const wanted = sql`json_to_recordset(${sql.placeholder('threadIds')}::json) as wanted(id uuid)`;

/** By key (see `perThread`), under the table's own name, so that its columns can be selected. */
function prepareTurns(db: Database) {
  const selectByKey = <Table extends PgTable>(table: Table, is: SQL) =>
    db
      .select()
      .from(table as PgTable)
      .where(sql`${is} ${perThread}`)
      .as(getTableName(table));
  const oldest = db
    .select({ ...getTableColumns(messages), body: readableBody.as('body') })
    .from(messages)
    .where(sql`${messages.threadId} = wanted.id and ${messages.answerState} = 'waiting'`)
    .orderBy(messages.seq)
    .limit(1)
    .as('messages');
  return db
    .select({
      message: wholeRow<MessageRow>(messages),
      recent: recentTexts,
      hasAttachments: hasAttachments(sql`"messages"."id"`),
      hasLater: sql<boolean>`exists (select 1 from ${messages} as later
        where later.thread_id = "messages"."thread_id" and later.answer_state = 'waiting'
          and later.seq > "messages"."seq")`,
      thread: wholeRow<ThreadRow>(threads),
      minorSince,
      user: wholeRow<UserRow | null>(users),
      optOut: sql<OptOut | null>`(select json_build_object('kind', ${kindOfOptOut},
        'blockedByGateway', ${optOuts.blockedByGateway}) from ${optOuts}
        where ${optOuts.channel} = ${experts.channel} and ${optOuts.handle} = ${threads.handle}
          and ${optOuts.address} = ${expertAddress})`,
      past: pastMessages,
    })
    .from(wanted)
    .crossJoinLateral(oldest)
    .crossJoinLateral(selectByKey(threads, sql`${threads.id} = wanted.id`))
    .crossJoinLateral(selectByKey(experts, eq(experts.id, threads.expertId)))
    .leftJoinLateral(selectByKey(users, eq(users.id, threads.userId)), sql`true`)
    .prepare('claimed_turns');
}

function prepareAnswerers(db: Database) {
  const called = sql`(select called.expert_id from ${wanted} cross join lateral (
    select expert_id from threads where threads.id = wanted.id ${perThread}) as called)`;
  return db
    .select({
      expert: wholeRow<ExpertRow>(experts),
      provider: wholeRow<ProviderRow>(providers),
      fallback: wholeRow<ProviderRow | null>(fallback),
    })
    .from(experts)
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(fallback, eq(fallback.id, experts.fallbackProviderId))
    .where(sql`${experts.id} in ${called}`)
    .prepare('claimed_answerers');
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

export async function isWaiting(tx: Database, messageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: messages.answerState })
    .from(messages)
    .where(eq(messages.id, messageId));
  return row?.state === 'waiting';
}

export async function hasWaitingMessage(tx: Database, threadId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')))
    .limit(1);
  return row !== undefined;
}

/** @param earlier texts of the burst or loop, which get the same state. */
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
  // Validated as one message, so only the last row stores the verdict.
  const { verdict: _, ...shared } = change;
  await tx
    .update(messages)
    .set({ ...shared, answeredWithId: change.answerState === 'recorded' ? null : messageId })
    .where(
      and(
        inArray(
          messages.id,
          earlier.map(({ id }) => id),
        ),
        eq(messages.answerState, 'waiting'),
      ),
    );
}

export const threadsToAnswer = sql`select thread_id from messages where answer_state = 'waiting'`;
