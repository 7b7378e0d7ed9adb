import { giveCreditBack } from '#server/billing/credits.ts';
import {
  describeSendFailure,
  type SendFailure,
  sendFailures,
} from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import {
  cancelRest,
  type DeliveryRow,
  markThreadFailed,
  moveDelivery,
  type PendingDelivery,
} from '#server/messages/outbound-store.ts';
import { repliesSent } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { backoffMs } from './backoff.ts';

/** Rules: a temporary failure is tried 6 times in 15 minutes. */
const mostTries = 6;
const tryingForMs = 15 * 60_000;
export const firstRetryMs = 3_000;

export const isLastTry = ({ attempts }: DeliveryRow) => attempts >= mostTries;

export function isTooLate({ firstAttemptAt }: DeliveryRow, retryAt: Date): boolean {
  return firstAttemptAt !== null && retryAt.getTime() - firstAttemptAt.getTime() > tryingForMs;
}

/** A text that will not arrive: its other parts stay back, its credit is given back, an admin sees why. */
export async function failDelivery(
  tx: Database,
  { delivery, message, expert, to }: PendingDelivery,
  failure: SendFailure,
  now: Date,
): Promise<void> {
  const failures = [...delivery.failures, { at: now.toISOString(), ...failure }];
  const reason = describeSendFailure(failure);
  const change = { state: 'failed' as const, retryAt: null, failures };
  const from: DeliveryState[] = ['queued', 'sending', 'uncertain', 'sent'];
  if (!(await moveDelivery(tx, delivery, change, { from, reason }))) return;
  await cancelRest(tx, message.id);
  await markThreadFailed(tx, message.threadId, true);
  if (failure.kind === 'opted_out') await addOptOut(tx, expert, to);
  if (failure.kind === 'left') await addOptOut(tx, expert, to, { endsWithNextMessage: true });
  if (message.replyToId) {
    await giveCreditBack(tx, {
      messageId: message.replyToId,
      reason: 'The reply was not delivered',
      createdAt: now,
    });
  }
  repliesSent.inc({ outcome: 'failed' });
}

/**
 * The gateway took a text and then failed it for a reason that passes: it is tried again, like one that was
 * refused.
 * @returns false where another try makes no sense.
 */
export async function sendAgain(
  { clock, queue }: Runtime,
  tx: Database,
  {
    delivery,
    failure,
    gatewayMessageId,
  }: { delivery: DeliveryRow; failure: SendFailure; gatewayMessageId: string },
): Promise<boolean> {
  const now = clock.now();
  const delayMs = backoffMs(delivery.attempts, firstRetryMs);
  const retryAt = new Date(now.getTime() + delayMs);
  const { retry } = sendFailures[failure.kind];
  if (retry !== 'later' || isLastTry(delivery) || isTooLate(delivery, retryAt)) return false;
  const failed = { at: now.toISOString(), ...failure, gatewayMessageId };
  const failures = [...delivery.failures, failed];
  const change = { state: 'queued' as const, gatewayMessageId: null, retryAt, failures };
  await moveDelivery(tx, delivery, change, { from: [delivery.state] });
  await queue.enqueue(tx, 'deliver-reply', [{ threadId: delivery.threadId, delayMs }]);
  return true;
}
