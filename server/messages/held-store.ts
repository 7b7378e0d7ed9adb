import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages, type ThreadRow } from '#server/db/schema.ts';
import { settleMessage } from './claims-store.ts';
import { deleteDrafts } from './reply-drafts-store.ts';

/* Texts that wait for a person, and what became of them. */

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
