import { and, eq, getTableColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { planByKey } from '#server/db/plan-by-key.ts';
import { prepareStatement } from '#server/db/prepare-statement.ts';
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
import { transactAtOnce } from '#server/db/transact.ts';
import { readRow, wholeRow } from '#server/db/whole-row.ts';
import type { AnswerState, Verdict } from '#shared/api/messages.ts';
import { minorSince } from './ages-store.ts';
import { type Attachment, hasAttachments } from './attachments-store.ts';
import { type Facts, type FactsRow, factColumns, toFacts } from './facts-store.ts';
import { type PastMessage, pastMessages, type RecentTexts, recentTexts } from './history-store.ts';
import { kindOfOptOut, type OptOut } from './opt-outs-store.ts';
import { perThread } from './per-thread.ts';
import { readableBody } from './readable-body.ts';

const fallback = alias(providers, 'fallback');

type Answerers = { expert: ExpertRow; provider: ProviderRow; fallback: ProviderRow | null };

export type ClaimedMessage = Answerers &
  Facts & {
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

/** `messageId` unset: the thread's oldest unanswered message, with the thread's past. */
export type Wanted = { threadId: string; messageId?: string | undefined; attempts: number };

/** @returns one result per wanted text, in order; null without one that waits. */
export async function claimTexts(
  db: Database,
  wanted: Wanted[],
  now: Date,
): Promise<(ClaimedMessage | null)[]> {
  const rows = wanted.map(({ threadId: id, messageId: text = null }, order) => ({
    order,
    id,
    text,
  }));
  const values = { wanted: JSON.stringify(rows), now: now.toISOString() };
  const [, turns, answerers] = await transactAtOnce(db, (tx) => [
    goByKey(tx, {}),
    readTurns(tx, values),
    readAnswerers(tx, values),
  ]);
  const turnOf = new Map(turns.map((row) => [row.order, toTurn(row)]));
  const answerersOf = new Map(answerers.map(toAnswerers).map((each) => [each.expert.id, each]));
  return wanted.map(({ attempts }, order) => {
    const turn = turnOf.get(order);
    const answerer = turn && answerersOf.get(turn.thread.expertId);
    return answerer ? { ...turn, ...answerer, attempts, earlier: [], attachments: [] } : null;
  });
}

const goByKey = prepareStatement(sql`select ${planByKey}`);

/** As JSON, because the planner would count the elements of an array and plan each batch again. */
const wanted = sql`json_to_recordset(${sql.placeholder('wanted')}::json) as wanted("order" int, id uuid, text uuid)`;

const query = new QueryBuilder();

/** By key (see `perThread`), under the table's own name, so that its columns can be selected. */
const selectByKey = (table: PgTable, is: SQL) =>
  query.select().from(table).where(sql`${is} ${perThread}`).as(getTableName(table));

const oldestId = sql`(select oldest.id from ${messages} as oldest
  where oldest.thread_id = wanted.id and oldest.answer_state = 'waiting' order by oldest.seq limit 1)`;

const text = query
  .select({ ...getTableColumns(messages), body: readableBody.as('body') })
  .from(messages)
  .where(
    sql`${messages.id} = coalesce(wanted.text, ${oldestId}) and ${messages.answerState} = 'waiting' ${perThread}`,
  )
  .as('messages');

type Json = Record<string, unknown>;
type TurnRow = Pick<ClaimedMessage, 'recent' | 'hasAttachments' | 'hasLater' | 'optOut' | 'past'> &
  FactsRow & {
    order: number;
    message: Json;
    thread: Json;
    user: Json | null;
    minorSince: string | null;
  };

const readTurns = prepareStatement<TurnRow>(
  query
    .select({
      order: sql`wanted."order"`.as('order'),
      message: wholeRow(messages).as('message'),
      recent: recentTexts.as('recent'),
      hasAttachments: hasAttachments(sql`"messages"."id"`).as('hasAttachments'),
      hasLater: sql`exists (select 1 from ${messages} as later
        where later.thread_id = "messages"."thread_id" and later.answer_state = 'waiting'
          and later.seq > "messages"."seq")`.as('hasLater'),
      thread: wholeRow(threads).as('thread'),
      minorSince: minorSince.as('minorSince'),
      user: wholeRow(users).as('user'),
      optOut: sql`(select json_build_object('kind', ${kindOfOptOut},
        'blockedByGateway', ${optOuts.blockedByGateway}) from ${optOuts}
        where ${optOuts.channel} = ${experts.channel} and ${optOuts.handle} = ${threads.handle}
          and ${optOuts.address} = ${expertAddress})`.as('optOut'),
      past: sql`case when wanted.text is null then ${pastMessages} else '[]' end`.as('past'),
      ...factColumns,
    })
    .from(wanted)
    .crossJoinLateral(text)
    .crossJoinLateral(selectByKey(threads, sql`${threads.id} = wanted.id`))
    .crossJoinLateral(selectByKey(experts, eq(experts.id, threads.expertId)))
    .leftJoinLateral(selectByKey(users, eq(users.id, threads.userId)), sql`true`)
    .getSQL(),
);

function toTurn({ order: _, message, thread, minorSince, user, ...said }: TurnRow) {
  return {
    ...said,
    ...toFacts(said),
    message: readRow<MessageRow>(messages, message),
    thread: {
      ...readRow<ThreadRow>(threads, thread),
      minorSince: minorSince === null ? null : new Date(minorSince),
    },
    user: user && readRow<UserRow>(users, user),
  };
}

const called = sql`(select called.expert_id from ${wanted} cross join lateral (
  select expert_id from threads where threads.id = wanted.id ${perThread}) as called)`;

type AnswererRow = { expert: Json; provider: Json; fallback: Json | null };

const readAnswerers = prepareStatement<AnswererRow>(
  query
    .select({
      expert: wholeRow(experts).as('expert'),
      provider: wholeRow(providers).as('provider'),
      fallback: wholeRow(fallback).as('fallback'),
    })
    .from(experts)
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(fallback, eq(fallback.id, experts.fallbackProviderId))
    .where(sql`${experts.id} in ${called}`)
    .getSQL(),
);

function toAnswerers(row: AnswererRow): Answerers {
  return {
    expert: readRow<ExpertRow>(experts, row.expert),
    provider: readRow<ProviderRow>(providers, row.provider),
    fallback: row.fallback && readRow<ProviderRow>(providers, row.fallback),
  };
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
