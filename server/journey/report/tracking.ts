import type { ChannelEvent } from '#server/channels/channel.ts';
import { lockThread, lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import { getDelivery, moveDelivery } from '#server/messages/deliveries-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import {
  findReportedDelivery,
  listReported,
  moveReported,
  type ReportedDelivery,
} from '#server/messages/reports-store.ts';
import { closeThread } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { adoptOptOut, failDelivery, retryDelivery } from '../send/fail-delivery.ts';
import { placeOfText } from '../send/place-of-text.ts';

const ranks: Record<DeliveryState, number> = {
  queued: 0,
  withheld: 0,
  sending: 1,
  uncertain: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
};

/**
 * A failed text stays failed, because its credit was given back; only an unknown outcome is corrected by a report of
 * arrival.
 */
function isNews(
  {
    state,
    failures,
    gatewayMessageId,
  }: Pick<ReportedDelivery, 'state' | 'failures' | 'gatewayMessageId'>,
  event: { state: DeliveryState; gatewayMessageId: string },
): boolean {
  if (state === 'withheld') return false;
  // Gateways repeat reports, even during the next attempt.
  const hasFailed = failures.some((failure) => failure.gatewayMessageId === event.gatewayMessageId);
  if (hasFailed && ranks[event.state] <= ranks.failed) return false;
  const isThisAttempt = (gatewayMessageId ?? event.gatewayMessageId) === event.gatewayMessageId;
  if (event.state === 'failed' && (state === 'queued' || !isThisAttempt)) return false;
  if (state !== 'failed') return ranks[event.state] > ranks[state];
  return event.state !== 'failed' && failures.at(-1)?.kind === 'unknown_outcome';
}

type Report = Extract<ChannelEvent, { kind: 'status' }>;

/** Batches reports that only move a text forward. */
export async function applyReport(runtime: Runtime, event: Report): Promise<void> {
  const isDone = await runtime.batches.reports.add(event, (events) => applyBatch(runtime, events));
  if (!isDone) await applyAlone(runtime, event);
}

/** @returns which reports were handled. The others need `applyAlone`. */
async function applyBatch({ db, changes, journal }: Runtime, events: Report[]): Promise<boolean[]> {
  const isDone = events.map(() => false);
  const news: { order: number; event: Report; threadId: string }[] = [];
  for (const { order, delivery } of await listReported(db, events)) {
    const event = events[order] as Report; // listReported returns indexes of these
    if (isNews(delivery, event)) news.push({ order, event, threadId: delivery.threadId });
    else isDone[order] = true;
  }
  if (news.length === 0) return isDone;
  const { locked: owners, told } = await transact(db, async (tx) => {
    const told: (() => void)[] = [];
    const locked = await lockThreadOwners(
      tx,
      news.map(({ threadId }) => threadId),
    );
    const moves = new Map<string, { id: string; state: DeliveryState; gatewayMessageId: string }>();
    const reports = news.map(({ event }) => event);
    for (const { order: nth, delivery } of await listReported(tx, reports)) {
      const { order, event } = news[nth] as (typeof news)[number];
      const { state, gatewayMessageId } = event;
      const { id, failures, isRetried } = delivery;
      if (!isNews(delivery, event)) isDone[order] = true;
      else if (state !== 'failed' && failures.length === 0 && !isRetried) {
        isDone[order] = true;
        const earlier = moves.get(id);
        if (!earlier || ranks[state] > ranks[earlier.state]) {
          moves.set(id, { id, state, gatewayMessageId });
          const { messageId, threadId, expertId, sentAtMs } = delivery;
          const sentAt = sentAtMs === null ? null : new Date(sentAtMs);
          const place = { threadId, messageId, expertId, deliveryId: id };
          told.push(() => journal.reported(place, { state, gatewayId: gatewayMessageId, sentAt }));
        }
      }
    }
    if (moves.size > 0) await moveReported(tx, [...moves.values()]);
    return { locked, told };
  });
  for (const tell of told) tell();
  for (const { id, userId } of owners) changes.publish({ type: 'thread', threadId: id, userId });
  return isDone;
}

/** Also settles a text whose send call was lost. */
async function applyAlone(runtime: Runtime, event: Report): Promise<void> {
  const found = await findReportedDelivery(runtime.db, event);
  // Another sender on the account sent it, or it was deleted.
  if (!found) return;
  const { journal } = runtime;
  let isAwaited = false;
  let told: (() => void)[] = [];
  const userId = await transact(runtime.db, async (tx) => {
    told = [];
    const thread = await lockThread(tx, found.threadId);
    if (thread.erasedAt) return null;
    const pending = await getDelivery(tx, found.id);
    const { delivery } = pending;
    const { gatewayMessageId, state } = event;
    if (!isNews(delivery, event)) return null;
    isAwaited = delivery.retryAt !== null;
    if (isAwaited) await runtime.queue.bringForward(tx, 'deliver-reply', thread.id);
    const place = placeOfText(pending);
    if (state === 'failed') {
      const failure = event.failure ?? { kind: 'rejected' as const, detail: '' };
      const retryInMs = await retryDelivery(runtime, tx, { delivery, failure, gatewayMessageId });
      told = [() => journal.unsent(place, failure.kind, retryInMs, null)];
      if (retryInMs !== null) return thread.userId;
      await failDelivery(tx, pending, failure, runtime.clock.now());
      await adoptOptOut(tx, pending, failure);
    } else {
      const change = { state, gatewayMessageId, retryAt: null };
      // The text may have failed only because this report was missing.
      await moveDelivery(tx, delivery, change, { from: [delivery.state], reason: null });
      const report = { state, gatewayId: gatewayMessageId, sentAt: delivery.sendingAt };
      told = [() => journal.reported(place, report)];
    }
    return thread.userId;
  });
  for (const tell of told) tell();
  if (isAwaited) runtime.queue.wakeWorkers('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId: found.threadId, userId });
}

export type Closing = { expertId: string; handle: string; gatewayMessageId: string };

/**
 * Opts out until the next message. A STOP stays a STOP, and an event repeated after the person wrote changes nothing.
 */
export async function applyClosing({ db }: Runtime, closing: Closing): Promise<void> {
  await transact(db, async (tx) => {
    const expert = await findExpert(tx, closing.expertId);
    if (!expert || !(await closeThread(tx, closing))) return;
    await addOptOut(tx, expert, closing.handle, { endsWithNextMessage: true });
  });
}
