import type { ChannelEvent } from '#server/channels/channel.ts';
import { lockThread } from '#server/db/locks.ts';
import type { DeliveryRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import { getDelivery, moveDelivery } from '#server/messages/deliveries-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { findReportedDelivery } from '#server/messages/reports-store.ts';
import { closeThread } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { adoptOptOut, failDelivery, retryDelivery } from './fail-delivery.ts';

const ranks: Record<DeliveryState, number> = {
  queued: 0,
  sending: 1,
  uncertain: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
};

/**
 * Whether a report changes anything. A failed text stays failed, with its credit given back. Only where it
 * failed because its outcome was unknown, a report of its arrival corrects that.
 */
function isNews(
  { state, failures, gatewayMessageId }: DeliveryRow,
  event: { state: DeliveryState; gatewayMessageId: string },
): boolean {
  // Gateways repeat reports, also during the next attempt: an attempt that failed stays failed.
  const hasFailed = failures.some((failure) => failure.gatewayMessageId === event.gatewayMessageId);
  if (hasFailed && ranks[event.state] <= ranks.failed) return false;
  const isThisAttempt = (gatewayMessageId ?? event.gatewayMessageId) === event.gatewayMessageId;
  if (event.state === 'failed' && (state === 'queued' || !isThisAttempt)) return false;
  if (state !== 'failed') return ranks[event.state] > ranks[state];
  return event.state !== 'failed' && failures.at(-1)?.kind === 'unknown_outcome';
}

/** Also settles a text whose send call got lost. */
export async function applyReport(
  runtime: Runtime,
  event: Extract<ChannelEvent, { kind: 'status' }>,
): Promise<void> {
  const found = await findReportedDelivery(runtime.db, event);
  // A text that another sender on the same account sent, or one that was deleted.
  if (!found) return;
  let isAwaited = false;
  const userId = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, found.threadId);
    if (thread.erasedAt) return null;
    const pending = await getDelivery(tx, found.id);
    const { delivery } = pending;
    const { gatewayMessageId, state } = event;
    if (!isNews(delivery, event)) return null;
    if (state === 'failed') {
      const failure = event.failure ?? { kind: 'rejected' as const, detail: '' };
      if (await retryDelivery(runtime, tx, { delivery, failure, gatewayMessageId })) {
        return thread.userId;
      }
      await failDelivery(tx, pending, failure, runtime.clock.now());
      await adoptOptOut(tx, pending, failure);
    } else {
      const change = { state, gatewayMessageId, retryAt: null };
      // Clears the reason of a text that failed because this report was missing.
      await moveDelivery(tx, delivery, change, { from: [delivery.state], reason: null });
    }
    isAwaited = delivery.retryAt !== null;
    if (isAwaited) await runtime.queue.bringForward(tx, 'deliver-reply', thread.id);
    return thread.userId;
  });
  if (isAwaited) runtime.queue.wakeWorkers('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId: found.threadId, userId });
}

export type Closing = { expertId: string; handle: string; gatewayMessageId: string };

/**
 * Opts the person out until they write again; a STOP stays a STOP. A repeat of the event after they have written
 * changes nothing.
 */
export async function applyClosing({ db }: Runtime, closing: Closing): Promise<void> {
  await transact(db, async (tx) => {
    const expert = await findExpert(tx, closing.expertId);
    if (!expert || !(await closeThread(tx, closing))) return;
    await addOptOut(tx, expert, closing.handle, { endsWithNextMessage: true });
  });
}
