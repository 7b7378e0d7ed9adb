import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  type DeliveryRow,
  deliveries,
  type Failure,
  type MessageRow,
  messages,
} from '#server/db/schema.ts';
import { reopenPictures } from './attachments-store.ts';
import { moveDelivery } from './deliveries-store.ts';

/** Marks, among the failures of a message, that an admin replayed it: attempts count from there. */
export const replayKind = 'replayed';

export function failuresSinceReplay(failures: Failure[]): Failure[] {
  return failures.slice(failures.findLastIndex(({ kind }) => kind === replayKind) + 1);
}

/** @returns null if it is not of this thread. */
export async function findMessage(
  tx: Database,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.id, messageId)));
  return row ?? null;
}

/** Its pictures were too many for that day. */
const overLimit = 'picture-limit';

export function isReplayable({ answerState, guard }: MessageRow): boolean {
  return answerState === 'failed' || guard === overLimit;
}

/** Lets a failed message, with its burst, wait for an answer again. */
export async function reopenMessage(
  tx: Database,
  { id, threadId, answeredWithId }: MessageRow,
  marker: Failure,
): Promise<void> {
  const last = answeredWithId ?? id;
  await tx
    .update(messages)
    .set({
      answerState: 'waiting',
      answeredWithId: null,
      guard: null,
      failures: sql`${messages.failures} || ${JSON.stringify([marker])}::jsonb`,
    })
    .where(
      and(
        eq(messages.threadId, threadId),
        or(eq(messages.id, last), eq(messages.answeredWithId, last)),
        or(eq(messages.answerState, 'failed'), eq(messages.guard, overLimit)),
      ),
    );
  await reopenPictures(tx, id);
}

/** If it fails again, that is news. */
export async function clearDismissal(tx: Database, messageId: string): Promise<void> {
  await tx.update(messages).set({ dismissedAt: null }).where(eq(messages.id, messageId));
}

export async function listFailedParts(tx: Database, messageId: string): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.messageId, messageId), eq(deliveries.state, 'failed')))
    .orderBy(asc(deliveries.part));
}

/**
 * Puts a failed part back into its thread's queue, with a fresh count of attempts.
 * @param state `uncertain` where the last attempt may have reached the gateway, which is then looked up first.
 */
export async function requeuePart(
  tx: Database,
  delivery: DeliveryRow,
  { marker, state }: { marker: Failure; state: 'queued' | 'uncertain' },
): Promise<void> {
  const failures = [...delivery.failures, marker];
  const fresh = { gatewayMessageId: null, attempts: 0, firstAttemptAt: null, retryAt: null };
  const change = { state, failures, ...fresh };
  await moveDelivery(tx, delivery, change, { from: ['failed'], reason: null });
}
