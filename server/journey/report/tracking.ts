import type { ChannelEvent } from '#server/channels/channel.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import { getDelivery, moveDelivery } from '#server/messages/deliveries-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import {
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
type News = { event: Report; delivery: ReportedDelivery };
/** For after the commit. */
type Told = () => void;

export async function applyReport(runtime: Runtime, event: Report): Promise<void> {
  await runtime.batches.reports.add(event, async (events) => {
    await applyReports(runtime, events);
    return events.map(() => undefined);
  });
}

async function applyReports(runtime: Runtime, events: Report[]): Promise<void> {
  const { db, changes, queue } = runtime;
  // Most reports are repeated or late: they lock nothing.
  const news = await findNews(db, events);
  if (news.length === 0) return;
  const { owners, told } = await transact(db, async (tx) => {
    const owners = await lockThreadOwners(
      tx,
      news.map(({ delivery }) => delivery.threadId),
    );
    const current = await findNews(
      tx,
      news.map(({ event }) => event),
    );
    const told = await moveForward(runtime, tx, current.filter(isOnlyMove));
    const others = current.filter((one) => !isOnlyMove(one));
    for (const one of inOrderOfOwners(others, owners)) told.push(await settle(runtime, tx, one));
    return { owners, told };
  });
  for (const tell of told) tell();
  if (news.some(({ delivery }) => delivery.isRetried)) queue.wakeWorkers('deliver-reply');
  for (const { id, userId } of owners) changes.publish({ type: 'thread', threadId: id, userId });
}

/** Another sender on the account may have sent what no delivery is found for. */
async function findNews(db: Database, events: Report[]): Promise<News[]> {
  const found = await listReported(db, events);
  return found
    .map(({ order, delivery }) => ({ event: events[order] as Report, delivery }))
    .filter(({ event, delivery }) => isNews(delivery, event));
}

function isOnlyMove({ event, delivery: { failures, isRetried } }: News): boolean {
  return event.state !== 'failed' && failures.length === 0 && !isRetried;
}

/** Several reports of a text may come at once: the furthest counts. */
async function moveForward({ journal }: Runtime, tx: Database, news: News[]): Promise<Told[]> {
  const moves = new Map<string, { id: string; state: DeliveryState; gatewayMessageId: string }>();
  const told: Told[] = [];
  for (const { event, delivery } of news) {
    const { state, gatewayMessageId } = event;
    const { id, messageId, threadId, expertId, sentAtMs } = delivery;
    const earlier = moves.get(id);
    if (earlier && ranks[state] <= ranks[earlier.state]) continue;
    moves.set(id, { id, state, gatewayMessageId });
    const place = { threadId, messageId, expertId, deliveryId: id };
    const sentAt = sentAtMs === null ? null : new Date(sentAtMs);
    told.push(() => journal.reported(place, { state, gatewayId: gatewayMessageId, sentAt }));
  }
  if (moves.size > 0) await moveReported(tx, [...moves.values()]);
  return told;
}

/** A failure locks who gets the credit back, after all threads, in one order. */
function inOrderOfOwners(news: News[], owners: { id: string; userId: string | null }[]): News[] {
  const ownerOf = new Map(owners.map(({ id, userId }) => [id, userId ?? '']));
  const owner = ({ delivery }: News) => ownerOf.get(delivery.threadId) ?? '';
  return news.toSorted((a, b) => (owner(a) < owner(b) ? -1 : owner(a) > owner(b) ? 1 : 0));
}

/** A failure, or what became of a text that failed before or whose send call was lost. */
async function settle(
  runtime: Runtime,
  tx: Database,
  { event, delivery: { id } }: News,
): Promise<Told> {
  const { journal, queue, clock } = runtime;
  const pending = await getDelivery(tx, id);
  const { delivery } = pending;
  const { gatewayMessageId, state } = event;
  // Another report of this batch may have settled it.
  if (!isNews(delivery, event)) return () => {};
  if (delivery.retryAt !== null) await queue.bringForward(tx, 'deliver-reply', delivery.threadId);
  const place = placeOfText(pending);
  if (state !== 'failed') {
    const change = { state, gatewayMessageId, retryAt: null };
    // The text may have failed only because this report was missing.
    await moveDelivery(tx, delivery, change, { from: [delivery.state], reason: null });
    const report = { state, gatewayId: gatewayMessageId, sentAt: delivery.sendingAt };
    return () => journal.reported(place, report);
  }
  const failure = event.failure ?? { kind: 'rejected' as const, detail: '' };
  const retryInMs = await retryDelivery(runtime, tx, { delivery, failure, gatewayMessageId });
  if (retryInMs === null) {
    await failDelivery(tx, pending, failure, clock.now());
    await adoptOptOut(tx, pending, failure);
  }
  return () => journal.unsent(place, failure.kind, retryInMs, null);
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
