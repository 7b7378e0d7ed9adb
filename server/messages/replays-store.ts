import { and, asc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
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
import { leftGuard } from './held-store.ts';

/** An admin's replay among a message's failures. Attempts are counted from there. */
export const replayKind = 'replayed';

/** Its sender has edited it, which starts anew, too. */
export const editedKind = 'edited';

export function listFailuresSinceReplay(failures: Failure[]): Failure[] {
  const isStart = ({ kind }: Failure) => kind === replayKind || kind === editedKind;
  return failures.slice(failures.findLastIndex(isStart) + 1);
}

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

/** Another day, another model or another prompt may answer what these stopped; an admin closed what was restored. */
const replayableGuards = ['picture-limit', 'model', 'restored', 'too-long', leftGuard];

export function isReplayable({ answerState, guard, expiredAt }: MessageRow): boolean {
  if (expiredAt) return false;
  return answerState === 'failed' || (guard !== null && replayableGuards.includes(guard));
}

/** With its burst. */
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
        or(eq(messages.answerState, 'failed'), inArray(messages.guard, replayableGuards)),
      ),
    );
  await reopenPictures(tx, id);
}

/** A further failure is shown again. */
export async function clearDismissal(tx: Database, messageId: string): Promise<void> {
  const change = { dismissedAt: null, replayBy: null };
  await tx.update(messages).set(change).where(eq(messages.id, messageId));
}

type Scheduled = { messageId: string; actorId: string; at: Date };

/** Takes the failure off the desk. */
export async function scheduleReplay(tx: Database, scheduled: Scheduled): Promise<void> {
  const { messageId, actorId, at } = scheduled;
  const change = { dismissedAt: at, replayBy: actorId };
  await tx.update(messages).set(change).where(eq(messages.id, messageId));
}

/** Oldest message first. */
export async function listScheduledReplays(
  db: Database,
  threadId: string,
  until: Date,
): Promise<{ messageId: string; actorId: string }[]> {
  const rows = await db
    .select({ messageId: messages.id, actorId: messages.replayBy })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isNotNull(messages.replayBy),
        lte(messages.dismissedAt, until),
      ),
    )
    .orderBy(asc(messages.seq));
  return rows.flatMap(({ messageId, actorId }) => (actorId ? [{ messageId, actorId }] : []));
}

export async function findNextReplay(tx: Database, threadId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: messages.dismissedAt })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), isNotNull(messages.replayBy)))
    .orderBy(asc(messages.dismissedAt))
    .limit(1);
  return row?.at ?? null;
}

export const threadsToReplay = sql`select ${messages.threadId} from ${messages} where ${messages.replayBy} is not null`;

export async function listFailedParts(tx: Database, messageId: string): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.messageId, messageId), eq(deliveries.state, 'failed')))
    .orderBy(asc(deliveries.part));
}

/**
 * Resets the attempts.
 * @param state `uncertain` if the last attempt may have reached the gateway: a lookup comes first.
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
