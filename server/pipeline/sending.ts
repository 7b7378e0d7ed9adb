import type { Channel, OutboundText } from '#server/channels/channel.ts';
import { type ConfiguredChannel, channelFor, windowClosesAt } from '#server/channels/index.ts';
import { type SendError, type SendFailure, sendFailures } from '#server/channels/send-error.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import type { TakenJob } from '#server/jobs/jobs.ts';
import { isForgotten } from '#server/messages/forgotten.ts';
import { lockThread } from '#server/messages/inbound-store.ts';
import type { OptOut } from '#server/messages/opt-outs-store.ts';
import {
  type DeliveryRow,
  getDelivery,
  isKnownToGateway,
  moveDelivery,
  oldestDelivery,
  type PendingDelivery,
} from '#server/messages/outbound-store.ts';
import { cardOf } from '#server/messages/system-texts.ts';
import { repliesSent } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { backoffMs } from './backoff.ts';
import { failDelivery, firstRetryMs, isLastTry, isTooLate } from './failing.ts';

/**
 * A lost call may still reach the gateway for as long as our own timeout; before that, asking proves nothing.
 * Where nobody can be asked, a callback has a minute to tell; where a repeated text is the same one, nothing has to.
 */
const settlingMs = { asking: 16_000, waiting: 60_000, repeating: 0 };
const settleAfterMs = ({ settling }: Channel<unknown>) => settlingMs[settling.by];

/** A call to make outside any transaction: send, or ask what became of an earlier call. */
export type SendStep = {
  kind: 'send' | 'ask';
  pending: PendingDelivery;
  text: OutboundText;
  via: ConfiguredChannel;
  /** When the call whose outcome is unknown began. */
  since: Date;
};
export type SendResult = { gatewayMessageId: string } | { found: string[] } | { error: SendError };

type Context = { runtime: Runtime; tx: Database; job: TakenJob; now: Date };

/**
 * Remembers what the last call came to and sets the fence for the next, in one transaction: `sending`
 * is on record before the gateway is called, so a crash leaves a trace and never a second text.
 * @returns the call to make, or null when the wakeup is over.
 */
export async function advanceSending(
  runtime: Runtime,
  job: TakenJob,
  last: { step: SendStep; result: SendResult; isStopping: boolean } | null,
): Promise<SendStep | null> {
  const { step, userId } = await runtime.db.transaction(async (tx) => {
    const context = { runtime, tx, job, now: runtime.clock.now() };
    // From here on nothing is added to the thread unnoticed: "none left" stays true until the commit.
    const thread = await lockThread(tx, job.threadId);
    const { userId } = thread;
    // Nothing is left to send, and nobody to remember of what was sent last.
    if (isForgotten(thread)) return { step: await end(context, null), userId };
    if (last) await remember(context, last.step, last.result);
    return { step: await nextStep(context, last?.isStopping ?? false), userId };
  });
  if (last) runtime.changes.publish({ type: 'thread', threadId: job.threadId, userId });
  return step;
}

async function nextStep(context: Context, isStopping: boolean): Promise<SendStep | null> {
  const { runtime, tx, job, now } = context;
  for (;;) {
    const pending = await oldestDelivery(tx, job.threadId);
    if (!pending) return end(context, null);
    const { delivery, expert, message } = pending;
    if (isStopping) return end(context, now);
    if (delivery.retryAt && delivery.retryAt > now) return end(context, delivery.retryAt);
    const via = channelFor(runtime.config, expert.channel);
    if (!via) {
      await fail(context, pending, { kind: 'not_configured', detail: expert.channel });
      continue;
    }
    const text = textOf(runtime, via, pending);
    if (delivery.state !== 'queued') {
      const since = delivery.sendingAt ?? now;
      const settleAt = new Date(since.getTime() + settleAfterMs(via.channel));
      if (settleAt > now) {
        await moveDelivery(tx, delivery, { state: 'uncertain', retryAt: settleAt });
        return end(context, settleAt);
      }
      const { settling } = via.channel;
      if (settling.by === 'asking') {
        await runtime.queue.confirm(tx, 'deliver-reply', job);
        return { kind: 'ask', pending, text, via, since };
      }
      if (settling.by === 'waiting') {
        const detail = 'No report came, so it was not sent again.';
        await fail(context, pending, { kind: 'unknown_outcome', detail });
        continue;
      }
    }
    if (pending.optOut && !message.systemKind?.endsWith('!')) {
      await fail(context, pending, refusals[pending.optOut]);
      continue;
    }
    const closesAt = windowClosesAt(expert.channel, pending.thread);
    if (closesAt && closesAt <= now) {
      await fail(context, pending, { kind: 'window_closed', detail: closedSince(closesAt) });
      continue;
    }
    await runtime.queue.confirm(tx, 'deliver-reply', job);
    await moveDelivery(tx, delivery, {
      state: 'sending',
      attempts: delivery.attempts + 1,
      firstAttemptAt: delivery.firstAttemptAt ?? now,
      sendingAt: now,
      retryAt: null,
    });
    return { kind: 'send', pending, text, via, since: now };
  }
}

const refusals: Record<OptOut, SendFailure> = {
  stopped: { kind: 'opted_out', detail: 'STOP was received' },
  left: { kind: 'left', detail: 'It was closed before the text went out' },
};

/** Ends the wakeup; with a time, another one follows then. */
async function end({ runtime, tx, job, now }: Context, again: Date | null): Promise<null> {
  await runtime.queue.complete(tx, 'deliver-reply', job);
  if (again) {
    const wakeup = { threadId: job.threadId, delayMs: again.getTime() - now.getTime() };
    await runtime.queue.enqueue(tx, 'deliver-reply', [wakeup]);
  }
  return null;
}

/** Whatever a status callback has settled while the call was under way stays as it is. */
async function remember(context: Context, { pending, via }: SendStep, result: SendResult) {
  const { tx, now } = context;
  const { delivery } = pending;
  if ('error' in result) return afterError(context, { pending, via }, result.error);
  if ('gatewayMessageId' in result) return markSent(tx, delivery, result.gatewayMessageId);
  for (const id of result.found) {
    if (!(await isKnownToGateway(tx, id))) return markSent(tx, delivery, id);
  }
  // The gateway knows nothing of it: the call never arrived, so it is safe to send.
  const detail = 'The gateway had not got it.';
  const failures = [...delivery.failures, { at: now.toISOString(), kind: 'not_sent', detail }];
  await moveDelivery(tx, delivery, { state: 'queued', retryAt: null, failures });
}

async function markSent(tx: Database, delivery: DeliveryRow, gatewayMessageId: string) {
  const change = { state: 'sent' as const, gatewayMessageId, retryAt: null };
  // A report may have come before the answer, and failed this try.
  await moveDelivery(tx, delivery, change, { from: ['sending', 'uncertain'] });
  repliesSent.inc({ outcome: 'sent' });
}

async function afterError(
  context: Context,
  { pending, via }: Pick<SendStep, 'pending' | 'via'>,
  error: SendError,
) {
  const { tx, now } = context;
  // As it stands since the fence was set.
  const { delivery } = await getDelivery(tx, pending.delivery.id);
  const { retry } = sendFailures[error.failure.kind];
  // Where a text of unknown fate is simply sent again, that is one more try like any other.
  const isSentAgain = retry === 'later' || via.channel.settling.by === 'repeating';
  const waitMs = Math.max(
    retry === 'ask' ? settleAfterMs(via.channel) : 0,
    isSentAgain ? backoffMs(delivery.attempts, firstRetryMs) : 0,
    error.retryAfterMs ?? 0,
  );
  const retryAt = new Date(now.getTime() + waitMs);
  const isOver = (isSentAgain && isLastTry(delivery)) || isTooLate(delivery, retryAt);
  if (retry === 'never' || isOver) return fail(context, { ...pending, delivery }, error.failure);
  await moveDelivery(tx, delivery, {
    // Asking failed: nothing new is known, so it stays uncertain.
    state: retry === 'ask' || delivery.state !== 'sending' ? 'uncertain' : 'queued',
    retryAt,
    failures: [...delivery.failures, { at: now.toISOString(), ...error.failure }],
  });
}

async function fail({ tx, now }: Context, pending: PendingDelivery, failure: SendFailure) {
  await failDelivery(tx, pending, failure, now);
}

const closedSince = (at: Date) => `since ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function textOf(
  { config }: Runtime,
  { channel, settings }: ConfiguredChannel,
  { delivery, message, expert, to, quotedGatewayId }: PendingDelivery,
): OutboundText {
  return {
    id: delivery.id,
    to,
    address: addressOf(expert),
    senderId: expert.phoneNumberId ?? channel.defaultSenderId?.(settings) ?? null,
    body: delivery.body,
    card: cardOf(message.systemKind, expert.displayName, config.publicUrl),
    isAutomatic: message.origin !== 'admin',
    quotedGatewayId,
    callbackUrl: `${config.publicUrl}/api/webhooks/experts/${expert.id}?delivery=${delivery.id}`,
  };
}
