import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, type Failure, messages } from '#server/db/schema.ts';
import type { MessageRow } from './inbound-store.ts';
import { type DeliveryRow, moveDelivery } from './outbound-store.ts';

/** Among the failures of a message or text: an admin had it tried again. Tries are counted from there. */
export const replayed = 'replayed';

/** What has gone wrong since it was last begun anew. */
export function failuresSinceReplay(failures: Failure[]): Failure[] {
  return failures.slice(failures.findLastIndex(({ kind }) => kind === replayed) + 1);
}

/** @returns null where it is not of this thread. */
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

/** Makes a message that got no answer wait for one again, and the burst that it belongs to. */
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
      attempts: 0,
      failures: sql`${messages.failures} || ${JSON.stringify([marker])}::jsonb`,
    })
    .where(
      and(
        eq(messages.threadId, threadId),
        or(eq(messages.id, last), eq(messages.answeredWithId, last)),
        eq(messages.answerState, 'failed'),
      ),
    );
}

/** The parts of a message that did not go out, in their order. */
export async function failedParts(tx: Database, messageId: string): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.messageId, messageId), eq(deliveries.state, 'failed')))
    .orderBy(asc(deliveries.part));
}

/**
 * Puts a failed part back into its thread's queue, with all its tries.
 * @param state `uncertain` where its last try may have reached the gateway, which is then asked first.
 */
export async function requeuePart(
  tx: Database,
  delivery: DeliveryRow,
  { marker, state }: { marker: Failure; state: 'queued' | 'uncertain' },
): Promise<void> {
  const failures = [...delivery.failures, marker];
  const anew = { gatewayMessageId: null, attempts: 0, firstAttemptAt: null, retryAt: null };
  const change = { state, failures, ...anew };
  await moveDelivery(tx, delivery, change, { from: ['failed'], reason: null });
}
