import type { ChannelEvent } from '#server/channels/channel.ts';
import { findExpert } from '#server/connections/store.ts';
import { isForgotten } from '#server/messages/forgotten.ts';
import { lockThread, markClosed } from '#server/messages/inbound-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { type DeliveryRow, getDelivery, moveDelivery } from '#server/messages/outbound-store.ts';
import { findDelivery } from '#server/messages/reports-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { failDelivery, sendAgain } from './failing.ts';

/** How far a text has come; a report moves it only to a higher rank. */
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
 * Whether a report changes anything. A failed text stays failed, and its credit given back; only where
 * nobody knew what had become of it, a report that it has arrived is the truth, for the admin to see.
 */
function isNews(
  { state, failures, gatewayMessageId }: DeliveryRow,
  event: { state: DeliveryState; gatewayMessageId: string },
): boolean {
  // Gateways repeat themselves, also while the next try is under way: what failed once has failed for good.
  const isOver = failures.some((failure) => failure.gatewayMessageId === event.gatewayMessageId);
  if (isOver && ranks[event.state] <= ranks.failed) return false;
  const isOfThisTry = (gatewayMessageId ?? event.gatewayMessageId) === event.gatewayMessageId;
  if (event.state === 'failed' && (state === 'queued' || !isOfThisTry)) return false;
  if (state !== 'failed') return ranks[event.state] > ranks[state];
  return event.state !== 'failed' && failures.at(-1)?.kind === 'unknown_outcome';
}

/** Applies one status report. It also settles a text whose sending call got lost. */
export async function applyStatus(
  runtime: Runtime,
  event: Extract<ChannelEvent, { kind: 'status' }>,
): Promise<void> {
  const found = await findDelivery(runtime.db, event);
  // Not one of ours: somebody else's text on the same account, or one that was deleted.
  if (!found) return;
  let isAwaited = false;
  const userId = await runtime.db.transaction(async (tx) => {
    const thread = await lockThread(tx, found.threadId);
    if (isForgotten(thread)) return null;
    const pending = await getDelivery(tx, found.id);
    const { delivery } = pending;
    const { gatewayMessageId, state } = event;
    if (!isNews(delivery, event)) return null;
    if (state === 'failed') {
      const failure = event.failure ?? { kind: 'rejected' as const, detail: '' };
      if (await sendAgain(runtime, tx, { delivery, failure, gatewayMessageId })) {
        return thread.userId;
      }
      await failDelivery(tx, pending, failure, runtime.clock.now());
    } else {
      const change = { state, gatewayMessageId, retryAt: null };
      // It may have counted as failed for want of this report.
      await moveDelivery(tx, delivery, change, { from: [delivery.state], reason: null });
    }
    // What is to be sent behind it need not wait any longer.
    isAwaited = delivery.retryAt !== null;
    if (isAwaited) await runtime.queue.hasten(tx, 'deliver-reply', thread.id);
    return thread.userId;
  });
  if (isAwaited) runtime.queue.poke('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId: found.threadId, userId });
}

export type Leaving = { expertId: string; handle: string; gatewayMessageId: string };

/**
 * An opt-out without a word, until the person writes again; one by STOP stays as it is. The gateway may repeat
 * itself after they have: that closes nothing.
 */
export async function applyLeaving({ db }: Runtime, leaving: Leaving): Promise<void> {
  await db.transaction(async (tx) => {
    const expert = await findExpert(tx, leaving.expertId);
    if (!expert || !(await markClosed(tx, leaving))) return;
    await addOptOut(tx, expert, leaving.handle, { endsWithNextMessage: true });
  });
}
