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

/** Marks an admin's replay among a message's failures. Attempts are counted from there. */
export const replayKind = 'replayed';

export function listFailuresSinceReplay(failures: Failure[]): Failure[] {
  return failures.slice(failures.findLastIndex(({ kind }) => kind === replayKind) + 1);
}

/** @returns null for a message of another thread. */
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

/** The guard of a message whose pictures exceeded the daily limit. */
const overLimit = 'picture-limit';

export function isReplayable({ answerState, guard }: MessageRow): boolean {
  return answerState === 'failed' || guard === overLimit;
}

/** Reopens a failed message, with its burst. */
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

/** A further failure is shown again. */
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
 * Queues a failed part again and resets its attempts.
 * @param state `uncertain` if the last attempt may have reached the gateway; then a lookup comes first.
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
