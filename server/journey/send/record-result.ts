import { type SendError, sendFailures } from '#server/channels/send-error.ts';
import {
  getDelivery,
  isGatewayIdKnown,
  moveDelivery,
  type PendingDelivery,
} from '#server/messages/deliveries-store.ts';
import { computeBackoffMs } from '../backoff.ts';
import type { Took } from '../journal/took.ts';
import { adoptOptOut, firstRetryMs, isLastAttempt, isTooLate } from './fail-delivery.ts';
import { type Context, fail, settleAfterMs } from './next-step.ts';
import { placeOfText } from './place-of-text.ts';
import type { Called, SendStep } from './send-step.ts';

/** Of a call that was not simply accepted. */
export async function recordResult(context: Context, { step, result, took }: Called) {
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
