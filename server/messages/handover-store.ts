import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  type MessageRow,
  messages,
  replyDrafts,
  type ThreadRow,
  threads,
} from '#server/db/schema.ts';
import type { HandoverReason } from '#shared/api/threads.ts';
import { settleMessage } from './claims-store.ts';

type Thread = Pick<ThreadRow, 'id' | 'handler' | 'handlerEpoch'>;

/**
 * Keeps the assignee, unless another member of the team takes the thread from the AI. Of two takeovers the later end
 * counts, and no end is the latest. The caller has locked the thread.
 */
export async function setHuman(
  tx: Database,
  {
    id,
    handlerEpoch,
    ...thread
  }: Thread & Pick<ThreadRow, 'aiReturnsAt' | 'assigneeId' | 'handedBecause'>,
  handover: {
    because: HandoverReason;
    assigneeId: string | null;
    aiReturnsAt: Date | null;
    now: Date;
  },
): Promise<void> {
  const isTaken = thread.handler === 'human';
  const isClaimed = handover.because === 'taken' && !isTaken;
  const isNew = !isTaken || (thread.assigneeId === null && handover.assigneeId !== null);
  await tx
    .update(threads)
    .set({
      handler: 'human',
      // Also for a new assignee, so that a colleague's older return is refused.
      ...(isNew && { handlerEpoch: handlerEpoch + 1 }),
      aiReturnsAt: isTaken
        ? pickLaterEnd(thread.aiReturnsAt, handover.aiReturnsAt)
        : handover.aiReturnsAt,
      assigneeId: isClaimed ? handover.assigneeId : (thread.assigneeId ?? handover.assigneeId),
      ...(handover.because === 'taken' && { resolvedAt: null }),
      ...(!isTaken && { handedAt: handover.now }),
      // A child stays a child, until the team returns the thread.
      ...((handover.because === 'age' || !(isTaken || thread.handedBecause === 'age')) && {
        handedBecause: handover.because,
      }),
    })
    .where(eq(threads.id, id));
}

function pickLaterEnd(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

/** The caller has locked the thread. */
export async function setAi(
  tx: Database,
  { id, handlerEpoch }: Thread,
  { isByTeam, isUnmet = false }: { isByTeam: boolean; isUnmet?: boolean },
): Promise<void> {
  await tx
    .update(threads)
    .set({
      handler: 'ai',
      handlerEpoch: handlerEpoch + 1,
      assigneeId: null,
      aiReturnsAt: null,
      ...(!isUnmet && { humanWantedAt: null }),
      // Only the team's return settles a stated age; the end of a pause does not.
      ...(isByTeam && { handedBecause: null }),
      // The person may take the AI's next answer for the team's.
      disclosedAt: null,
    })
    .where(eq(threads.id, id));
}

export type HeldText = Pick<MessageRow, 'id' | 'seq' | 'answeredWithId'>;

/** Oldest first. */
export async function listHeld(tx: Database, threadId: string): Promise<HeldText[]> {
  const { id, seq, answeredWithId } = messages;
  return tx
    .select({ id, seq, answeredWithId })
    .from(messages)
    .where(isHeldIn(threadId))
    .orderBy(asc(seq));
}

/** On a text that the team left without an answer. */
export const leftGuard = 'left';

/** @param settled.others what becomes of the texts in neither list: they count as read, or as left without an answer. */
export async function settleHeld(
  tx: Database,
  threadId: string,
  { answered, waiting, others }: { answered: string[]; waiting: string[]; others: 'read' | 'left' },
): Promise<void> {
  const settle = (ids: string[], change: Partial<MessageRow>) =>
    tx.update(messages).set(change).where(inArray(messages.id, ids));
  await settle(answered, { answerState: 'answered', guard: null });
  await settle(waiting, { answerState: 'waiting', guard: null, answeredWithId: null });
  await tx
    .update(messages)
    .set({ answerState: 'recorded', ...(others === 'left' && { guard: leftGuard }) })
    .where(isHeldIn(threadId));
}

/** The return that left them is undone. @param thread.handedAt what was left before is none of its. */
export async function holdLeft(
  tx: Database,
  { id: threadId, handedAt }: Pick<ThreadRow, 'id' | 'handedAt'>,
): Promise<void> {
  await tx
    .update(messages)
    .set({ answerState: 'held', guard: 'handler' })
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.guard, leftGuard),
        handedAt ? gte(messages.createdAt, handedAt) : undefined,
      ),
    );
}

const isHeldIn = (threadId: string) =>
  and(eq(messages.threadId, threadId), eq(messages.answerState, 'held'));

/** With its burst. @returns false if an admin has answered all of it. */
export async function holdTexts(
  tx: Database,
  { message, earlier }: { message: Text; earlier: MessageRow[] },
  guard: string,
): Promise<boolean> {
  await settleMessage(tx, message.id, { answerState: 'held', guard }, earlier);
  return holdBurst(tx, message, guard);
}

type Text = Pick<MessageRow, 'id' | 'threadId'>;

/** `holdTexts` for a text that a reply had already settled. */
export async function holdBurst(
  tx: Database,
  { id, threadId }: Text,
  guard: string,
): Promise<boolean> {
  const held = await tx
    .update(messages)
    .set({ guard, answerState: sql`case when ${hasAdminText} then 'answered' else 'held' end` })
    .where(
      and(
        eq(messages.threadId, threadId),
        or(eq(messages.id, id), eq(messages.answeredWithId, id)),
      ),
    )
    .returning({ state: messages.answerState });
  return held.some(({ state }) => state === 'held');
}

const hasAdminText = sql`exists (select from ${messages} later
  where later.thread_id = ${messages.threadId} and later.seq > ${messages.seq}
    and later.origin = 'admin')`;

/** An admin's text also answers what was left, and replaces the drafts. */
export async function answerHeld(tx: Database, threadId: string): Promise<void> {
  const answered = { answerState: 'answered' } as const;
  await tx.update(messages).set(answered).where(isHeldIn(threadId));
  await tx
    .update(messages)
    .set({ ...answered, guard: null })
    .where(and(eq(messages.threadId, threadId), eq(messages.guard, leftGuard)));
  await deleteDrafts(tx, threadId);
}

/** For texts whose turn is still to come: only guards that see to a STOP or a crisis may act on them. */
export async function markAnswered(tx: Database, threadId: string): Promise<void> {
  await tx
    .update(messages)
    .set({ guard: answeredByPerson })
    .where(and(eq(messages.threadId, threadId), eq(messages.answerState, 'waiting')));
}

/** On a waiting text. */
export const answeredByPerson = 'handler';

export async function storeDraft(
  tx: Database,
  draft: { messageId: string; threadId: string; body: string; now: Date },
): Promise<void> {
  const { messageId, threadId, body, now: createdAt } = draft;
  await tx
    .insert(replyDrafts)
    .values({ messageId, threadId, body, createdAt })
    .onConflictDoUpdate({ target: replyDrafts.messageId, set: { body, createdAt } });
}

export async function deleteDraft(
  tx: Database,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<string | null> {
  const [gone] = await tx
    .delete(replyDrafts)
    .where(and(eq(replyDrafts.threadId, threadId), eq(replyDrafts.messageId, messageId)))
    .returning({ body: replyDrafts.body });
  return gone?.body ?? null;
}

export async function deleteDrafts(tx: Database, threadId: string): Promise<void> {
  await tx.delete(replyDrafts).where(eq(replyDrafts.threadId, threadId));
}

/** Older versions handed threads over without an end, also after failures of the model alone. */
export async function setMissingReturns(db: Database, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const waited = sql`case when ${threads.handedBecause} = 'failed' then ${at}
    else ${threads.handedAt} + interval '12 hours' end`;
  await db
    .update(threads)
    .set({
      aiReturnsAt: sql`greatest(${at}, ${waited}, ${threads.riskAt} + interval '24 hours')`,
    })
    .where(
      and(
        eq(threads.handler, 'human'),
        isNull(threads.aiReturnsAt),
        isNull(threads.assigneeId),
        inArray(threads.handedBecause, ['failed', 'asked', 'crisis', 'age']),
      ),
    );
}

export async function listDueReturns(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: threads.id })
    .from(threads)
    .where(and(isNotNull(threads.aiReturnsAt), lte(threads.aiReturnsAt, now)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Without a member of the team. */
export function isPausedByCrisis({
  handler,
  handedBecause,
  riskAt,
  assigneeId,
}: ThreadRow): boolean {
  const isPaused = handler === 'human' && handedBecause === 'crisis';
  return isPaused && riskAt !== null && assigneeId === null;
}

/** Whether the team has texted since the handover. */
export async function hasPersonWritten(
  db: Database,
  { id, handedAt }: Pick<ThreadRow, 'id' | 'handedAt'>,
): Promise<boolean> {
  const isOfTeam = and(eq(messages.threadId, id), eq(messages.origin, 'admin'));
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(handedAt ? and(isOfTeam, gte(messages.createdAt, handedAt)) : isOfTeam)
    .limit(1);
  return row !== undefined;
}

/** Whether the writer's word brings the AI back: what the team took over by itself stays theirs. */
export function mayEndWait({
  handler,
  handedBecause,
  riskAt,
}: Pick<ThreadRow, 'handler' | 'handedBecause' | 'riskAt'>): boolean {
  return handler === 'human' && handedBecause === 'asked' && riskAt === null;
}
