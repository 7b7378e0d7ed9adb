import type { Channel } from '#server/channels/channel.ts';
import { type ConfiguredChannel, channelFor, findWindowEnd } from '#server/channels/index.ts';
import { findObstacle, type Obstacle } from '#server/channels/obstacle.ts';
import type { SendFailure } from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import {
  findOldestDelivery,
  moveDelivery,
  type PendingDelivery,
} from '#server/messages/deliveries-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { discloseBeforeSending } from '../answer/disclosure.ts';
import { unanswerable } from '../doors/reachable.ts';
import type { Took } from '../journal/took.ts';
import { failDelivery } from './fail-delivery.ts';
import { toOutboundText } from './outbound-text.ts';
import { placeOfText } from './place-of-text.ts';
import type { SendStep } from './send-step.ts';
import { withholdRefused } from './withhold.ts';

/**
 * When a lost call is settled. Until our own timeout it may still reach the gateway, so an earlier lookup proves
 * nothing. A report gets a minute to arrive. A resend is safe at once.
 */
const settleAfter = { lookup: 16_000, report: 60_000, resend: 0 };
export const settleAfterMs = ({ unknownOutcome }: Channel<unknown>) =>
  settleAfter[unknownOutcome.settledBy];

export type Context = {
  runtime: Runtime;
  tx: Database;
  job: LeasedJob;
  now: Date;
  /** Locked by this transaction. */
  thread: ThreadRow;
  /** Called after the commit. */
  told: (() => void)[];
};

/** Of the thread's oldest unsent text; null: no call is due, and the wakeup is done. */
export async function takeNextStep(
  context: Context,
  isStopping: boolean,
): Promise<SendStep | null> {
  const { tx, job, now } = context;
  for (;;) {
    const pending = await findOldestDelivery(tx, job.threadId);
    if (!pending) return end(context, null);
    if (isStopping) return end(context, now);
    const { retryAt } = pending.delivery;
    if (await withholdRefused(context, pending)) continue;
    if (retryAt && retryAt > now) return end(context, retryAt);
    const step = await tryStep(context, pending);
    if (step !== 'next') return step;
  }
}

/** `next`: this text has failed or changed. */
async function tryStep(
  context: Context,
  pending: PendingDelivery,
): Promise<SendStep | null | 'next'> {
  const { runtime, tx, job, now } = context;
  const { delivery, expert, message, thread } = pending;
  const optOut = message.ignoresOptOut ? null : pending.optOut;
  const obstacle = findObstacle(runtime.config, { expert, thread, optOut }, now);
  const via = channelFor(runtime.config, expert.channel);
  const isLost = delivery.state !== 'queued';
  // A lost call is settled first: it may have sent the text before the person opted out.
  if (!via || (obstacle && (!isLost || !isPersonal(obstacle)))) {
    await fail(context, pending, toFailure(obstacle ?? 'not_configured', pending));
    return 'next';
  }
  const text = toOutboundText(runtime, via, pending);
  const call = { messageId: message.id, place: placeOfText(pending), text, via };
  const since = delivery.sendingAt ?? now;
  if (isLost) {
    const settled = await settle(context, pending, { via, since });
    if (settled === 'lookup') return { kind: 'lookup', ...call, since };
    if (settled !== 'resend') return settled;
    if (obstacle) {
      await fail(context, pending, toFailure(obstacle, pending));
      return 'next';
    }
  }
  if (await discloseBeforeSending(tx, pending, { via, now })) return 'next';
  await runtime.queue.renew(tx, 'deliver-reply', job);
  await moveDelivery(tx, delivery, {
    state: 'sending',
    attempts: delivery.attempts + 1,
    firstAttemptAt: delivery.firstAttemptAt ?? now,
    sendingAt: now,
    retryAt: null,
  });
  return { kind: 'send', ...call, since: now };
}

/** These came up with the person, maybe after the call. */
const isPersonal = (obstacle: Obstacle) => ['stopped', 'closed', 'late'].includes(obstacle);

/** Of a call whose outcome is unknown. */
async function settle(
  context: Context,
  pending: PendingDelivery,
  { via, since }: { via: ConfiguredChannel; since: Date },
): Promise<'lookup' | 'resend' | 'next' | null> {
  const { runtime, tx, job, now } = context;
  const settleAt = new Date(since.getTime() + settleAfterMs(via.channel));
  if (settleAt > now) {
    await moveDelivery(tx, pending.delivery, { state: 'uncertain', retryAt: settleAt });
    return end(context, settleAt);
  }
  const { settledBy } = via.channel.unknownOutcome;
  if (settledBy === 'lookup') await runtime.queue.renew(tx, 'deliver-reply', job);
  if (settledBy !== 'report') return settledBy;
  const detail = 'No report came, so it was not sent again.';
  await fail(context, pending, { kind: 'unknown_outcome', detail });
  return 'next';
}

function toFailure(obstacle: Obstacle, { expert, thread }: PendingDelivery): SendFailure {
  switch (obstacle) {
    case 'not_configured':
      return { kind: 'not_configured', detail: expert.channel };
    case 'unanswerable':
      return { kind: 'invalid_number', detail: unanswerable };
    case 'stopped':
      return { kind: 'opted_out', detail: 'STOP was received' };
    case 'closed':
      return { kind: 'closed', detail: 'It was closed before the text went out' };
    case 'late': {
      const closedAt = findWindowEnd(expert.channel, thread)?.toISOString() ?? '';
      const detail = `since ${closedAt.slice(0, 16).replace('T', ' ')} UTC`;
      return { kind: 'window_closed', detail };
    }
  }
}

/** Completes the wakeup. `again`: when the next one is due. */
async function end({ runtime, tx, job, now }: Context, again: Date | null): Promise<null> {
  await runtime.queue.complete(tx, 'deliver-reply', job);
  if (again) {
    const wakeup = { threadId: job.threadId, delayMs: again.getTime() - now.getTime() };
    await runtime.queue.enqueue(tx, 'deliver-reply', [wakeup]);
  }
  return null;
}

/** @param took of the call that failed, if one was made. */
export async function fail(
  { runtime, tx, now, told }: Context,
  pending: PendingDelivery,
  failure: SendFailure,
  took: Took | null = null,
) {
  if (!(await failDelivery(tx, pending, failure, now))) return;
  told.push(() => runtime.journal.unsent(placeOfText(pending), failure.kind, null, took));
}
