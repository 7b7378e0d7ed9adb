import type { Channel, OutboundText } from '#server/channels/channel.ts';
import {
  type ConfiguredChannel,
  canBeTexted,
  channelFor,
  findWindowEnd,
} from '#server/channels/index.ts';
import { type SendError, type SendFailure, sendFailures } from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import type { SentPlace } from '#server/journal/journal.ts';
import type { Took } from '#server/journal/took.ts';
import {
  findOldestDelivery,
  getDelivery,
  isGatewayIdKnown,
  moveDelivery,
  type PendingDelivery,
} from '#server/messages/deliveries-store.ts';
import type { OptOutKind } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { computeBackoffMs } from './backoff.ts';
import { discloseBeforeSending } from './disclosure.ts';
import {
  adoptOptOut,
  failDelivery,
  firstRetryMs,
  isLastAttempt,
  isTooLate,
} from './fail-delivery.ts';
import { toOutboundText } from './outbound-text.ts';
import { placeOfText } from './place-of-text.ts';
import { unanswerable } from './reachable.ts';
import { withholdRefused } from './withhold.ts';

/**
 * When a lost call is settled. Until our own timeout it may still reach the gateway, so an earlier lookup proves
 * nothing. A report gets a minute to arrive. A resend is safe at once.
 */
const settleAfter = { lookup: 16_000, report: 60_000, resend: 0 };
const settleAfterMs = ({ unknownOutcome }: Channel<unknown>) =>
  settleAfter[unknownOutcome.settledBy];

/** To make outside any transaction. The text is fenced; `text.id` is the delivery's id. */
export type SendStep = {
  kind: 'send' | 'lookup';
  messageId: string;
  place: SentPlace;
  text: OutboundText;
  via: ConfiguredChannel;
  /** When the fence was set. */
  since: Date;
};
/** A call that was made. */
export type Called = { step: SendStep; result: SendResult; took: Took; isStopping: boolean };
export type SendResult = { gatewayMessageId: string } | { found: string[] } | { error: SendError };

type Context = {
  runtime: Runtime;
  tx: Database;
  job: LeasedJob;
  now: Date;
  /** Locked by this transaction. */
  thread: ThreadRow;
  /** Called after the commit. */
  told: (() => void)[];
};

/**
 * One transaction records the last result and fences the next call: a crash leaves a trace and never causes a second
 * text.
 * @returns the next call; null if the wakeup is done.
 */
export async function advanceSending(
  runtime: Runtime,
  job: LeasedJob,
  last: Called | null,
): Promise<SendStep | null> {
  const { step, userId, told } = await transact(runtime.db, async (tx) => {
    const told: Context['told'] = [];
    const thread = await lockThread(tx, job.threadId);
    const context = { runtime, tx, job, now: runtime.clock.now(), thread, told };
    const { userId } = thread;
    if (thread.erasedAt) return { step: await end(context, null), userId, told };
    if (last) await recordResult(context, last);
    return { step: await takeNextStep(context, last?.isStopping ?? false), userId, told };
  });
  for (const tell of told) tell();
  if (last) runtime.changes.publish({ type: 'thread', threadId: job.threadId, userId });
  return step;
}

async function takeNextStep(context: Context, isStopping: boolean): Promise<SendStep | null> {
  const { runtime, tx, job, now } = context;
  for (;;) {
    const pending = await findOldestDelivery(tx, job.threadId);
    if (!pending) return end(context, null);
    const { delivery, expert, message } = pending;
    if (isStopping) return end(context, now);
    if (await withholdRefused(context, pending)) continue;
    if (delivery.retryAt && delivery.retryAt > now) return end(context, delivery.retryAt);
    const via = channelFor(runtime.config, expert.channel);
    if (!via) {
      await fail(context, pending, { kind: 'not_configured', detail: expert.channel });
      continue;
    }
    if (!canBeTexted(expert.channel, pending.thread)) {
      await fail(context, pending, { kind: 'invalid_number', detail: unanswerable });
      continue;
    }
    const text = toOutboundText(runtime, via, pending);
    if (delivery.state !== 'queued') {
      const since = delivery.sendingAt ?? now;
      const settleAt = new Date(since.getTime() + settleAfterMs(via.channel));
      if (settleAt > now) {
        await moveDelivery(tx, delivery, { state: 'uncertain', retryAt: settleAt });
        return end(context, settleAt);
      }
      const { settledBy } = via.channel.unknownOutcome;
      if (settledBy === 'lookup') {
        await runtime.queue.renew(tx, 'deliver-reply', job);
        return {
          kind: 'lookup',
          messageId: message.id,
          place: placeOfText(pending),
          text,
          via,
          since,
        };
      }
      if (settledBy === 'report') {
        const detail = 'No report came, so it was not sent again.';
        await fail(context, pending, { kind: 'unknown_outcome', detail });
        continue;
      }
    }
    if (pending.optOut && !message.ignoresOptOut) {
      await fail(context, pending, optOutFailures[pending.optOut]);
      continue;
    }
    const closesAt = findWindowEnd(expert.channel, pending.thread);
    if (closesAt && closesAt <= now) {
      await fail(context, pending, { kind: 'window_closed', detail: describeWindowEnd(closesAt) });
      continue;
    }
    if (await discloseBeforeSending(tx, pending, { via, now })) continue;
    await runtime.queue.renew(tx, 'deliver-reply', job);
    await moveDelivery(tx, delivery, {
      state: 'sending',
      attempts: delivery.attempts + 1,
      firstAttemptAt: delivery.firstAttemptAt ?? now,
      sendingAt: now,
      retryAt: null,
    });
    return {
      kind: 'send',
      messageId: message.id,
      place: placeOfText(pending),
      text,
      via,
      since: now,
    };
  }
}

const optOutFailures: Record<OptOutKind, SendFailure> = {
  stopped: { kind: 'opted_out', detail: 'STOP was received' },
  closed: { kind: 'closed', detail: 'It was closed before the text went out' },
};

async function end({ runtime, tx, job, now }: Context, again: Date | null): Promise<null> {
  await runtime.queue.complete(tx, 'deliver-reply', job);
  if (again) {
    const wakeup = { threadId: job.threadId, delayMs: again.getTime() - now.getTime() };
    await runtime.queue.enqueue(tx, 'deliver-reply', [wakeup]);
  }
  return null;
}

async function recordResult(context: Context, { step, result, took }: Called) {
  const { tx, now } = context;
  if ('gatewayMessageId' in result) return markSent(context, step, result.gatewayMessageId, took);
  const pending = await getDelivery(tx, step.text.id);
  if ('error' in result) return recordError(context, pending, { step, error: result.error, took });
  for (const id of result.found) {
    if (!(await isGatewayIdKnown(tx, id))) return markSent(context, step, id, took);
  }
  // The gateway never received it, so a retry is safe.
  const { delivery } = pending;
  const detail = 'The gateway never received it.';
  const failures = [...delivery.failures, { at: now.toISOString(), kind: 'not_sent', detail }];
  await moveDelivery(tx, delivery, { state: 'queued', retryAt: null, failures });
}

async function markSent(
  { runtime, tx, told }: Context,
  { text, messageId, place }: SendStep,
  gatewayMessageId: string,
  took: Took,
) {
  const delivery = { id: text.id, messageId };
  const change = { state: 'sent' as const, gatewayMessageId, retryAt: null };
  // A report may have failed this attempt before the call returned.
  await moveDelivery(tx, delivery, change, { from: ['sending', 'uncertain'] });
  told.push(() => runtime.journal.sent(place, gatewayMessageId, took));
}

async function recordError(
  context: Context,
  pending: PendingDelivery,
  { step: { via }, error, took }: { step: SendStep; error: SendError; took: Took },
) {
  const { runtime, tx, now, told } = context;
  const { delivery } = pending;
  const { retry } = sendFailures[error.failure.kind];
  const isSentAgain = retry === 'later' || via.channel.unknownOutcome.settledBy === 'resend';
  const waitMs = Math.max(
    retry === 'settle' ? settleAfterMs(via.channel) : 0,
    isSentAgain ? computeBackoffMs(delivery.attempts, firstRetryMs) : 0,
    error.retryAfterMs ?? 0,
  );
  const retryAt = new Date(now.getTime() + waitMs);
  const isOver = (isSentAgain && isLastAttempt(delivery)) || isTooLate(delivery, retryAt);
  if (retry === 'never' || isOver) {
    await fail(context, pending, error.failure, took);
    return adoptOptOut(tx, pending, error.failure);
  }
  await moveDelivery(tx, delivery, {
    // A failed lookup reveals nothing new.
    state: retry === 'settle' || delivery.state !== 'sending' ? 'uncertain' : 'queued',
    retryAt,
    failures: [...delivery.failures, { at: now.toISOString(), ...error.failure }],
  });
  const { kind } = error.failure;
  told.push(() => runtime.journal.unsent(placeOfText(pending), kind, waitMs, took));
}

/** @param took of the call that failed, if one was made. */
async function fail(
  { runtime, tx, now, told }: Context,
  pending: PendingDelivery,
  failure: SendFailure,
  took: Took | null = null,
) {
  if (!(await failDelivery(tx, pending, failure, now))) return;
  told.push(() => runtime.journal.unsent(placeOfText(pending), failure.kind, null, took));
}

const describeWindowEnd = (at: Date) =>
  `since ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
