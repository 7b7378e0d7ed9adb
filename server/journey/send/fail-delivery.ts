import { giveCreditBack } from '#server/billing/credits.ts';
import {
  describeSendFailure,
  type SendFailure,
  sendFailures,
} from '#server/channels/send-error.ts';
import type { Database } from '#server/db/client.ts';
import type { DeliveryRow } from '#server/db/schema.ts';
import {
  cancelQueuedParts,
  moveDelivery,
  type PendingDelivery,
} from '#server/messages/deliveries-store.ts';
import { clearDisclosure } from '#server/messages/disclosures-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { minuteMs } from '#shared/time.ts';
import { isDisclosing } from '../answer/disclosure.ts';
import { computeBackoffMs } from '../backoff.ts';

const maxAttempts = 6;
const retryingForMs = 15 * minuteMs;
export const firstRetryMs = 3_000;

export const isLastAttempt = ({ attempts }: DeliveryRow) => attempts >= maxAttempts;

export function isTooLate({ firstAttemptAt }: DeliveryRow, retryAt: Date): boolean {
  return firstAttemptAt !== null && retryAt.getTime() - firstAttemptAt.getTime() > retryingForMs;
}

/** @returns false if a report has moved it meanwhile. */
export async function failDelivery(
  tx: Database,
  { delivery, message }: PendingDelivery,
  failure: SendFailure,
  now: Date,
): Promise<boolean> {
  const failures = [...delivery.failures, { at: now.toISOString(), ...failure }];
  const reason = describeSendFailure(failure);
  const change = { state: 'failed' as const, retryAt: null, failures };
  const from: DeliveryState[] = ['queued', 'sending', 'uncertain', 'sent'];
  if (!(await moveDelivery(tx, delivery, change, { from, reason }))) return false;
  await cancelQueuedParts(tx, message.id);
  // The person has not read the disclosure.
  if (isDisclosing({ delivery, message })) await clearDisclosure(tx, message.threadId);
  // Notices also name the question, but only its reply was paid for.
  if (message.origin === 'ai' && message.replyToId) {
    await giveCreditBack(tx, {
      messageId: message.replyToId,
      reason: 'Reply not delivered',
      createdAt: now,
    });
  }
  return true;
}

/** Stores an opt-out that only the gateway knew. */
export async function adoptOptOut(
  tx: Database,
  { expert, thread: { handle } }: PendingDelivery,
  { kind }: SendFailure,
): Promise<void> {
  if (kind === 'opted_out') await addOptOut(tx, expert, handle, { blockedByGateway: true });
  if (kind === 'closed') await addOptOut(tx, expert, handle, { endsWithNextMessage: true });
}

/**
 * For a text that the gateway accepted and later reported as failed.
 * @returns in how many ms it is sent again; null if a retry is pointless.
 */
export async function retryDelivery(
  { clock, queue }: Runtime,
  tx: Database,
  {
    delivery,
    failure,
    gatewayMessageId,
  }: { delivery: DeliveryRow; failure: SendFailure; gatewayMessageId: string },
): Promise<number | null> {
  const now = clock.now();
  const delayMs = computeBackoffMs(delivery.attempts, firstRetryMs);
  const retryAt = new Date(now.getTime() + delayMs);
  const { retry } = sendFailures[failure.kind];
  if (retry !== 'later' || isLastAttempt(delivery) || isTooLate(delivery, retryAt)) return null;
  const failed = { at: now.toISOString(), ...failure, gatewayMessageId };
  const failures = [...delivery.failures, failed];
  const change = { state: 'queued' as const, gatewayMessageId: null, retryAt, failures };
  await moveDelivery(tx, delivery, change, { from: [delivery.state] });
  await queue.enqueue(tx, 'deliver-reply', [{ threadId: delivery.threadId, delayMs }]);
  return delayMs;
}
