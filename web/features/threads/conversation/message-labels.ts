import type { Keyword, Message } from '#shared/api/messages.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { guardLabels } from '#shared/guard-labels.ts';
import { readMaxLength } from '#shared/limits.ts';
import { formatTimeNear } from '#web/lib/format.ts';

const deliveryLabels: Record<Exclude<DeliveryState, 'failed'>, string> = {
  queued: 'Queued',
  sending: 'Sending',
  // Still asking the gateway; to the reader the text is on its way.
  uncertain: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  withheld: 'Held back: a person answers',
};

export function describeDelivery({ state, reason }: NonNullable<Message['delivery']>): string {
  if (state !== 'failed') return deliveryLabels[state];
  return reason ? `Not delivered: ${reason}` : 'Not delivered';
}

/** Null if all of it was read. */
export function describeLength({ body, direction, isCut }: Message): string | null {
  if (direction === 'outbound' || body.length <= readMaxLength) return null;
  const read = `Only the first ${readMaxLength.toLocaleString('en-US')} characters were read.`;
  return isCut ? `${read} The end was too long to keep.` : read;
}

/** Why there are no words; null if there are. Readers outside the team don't get those of a deleted message. */
export function describeAbsence({ body, revokedAt, expiredAt }: Message): string | null {
  if (expiredAt) return 'No longer kept';
  return revokedAt && body === '' ? 'Deleted message' : null;
}

/** What its sender has done to it since, on the phone. */
export function describeChange(
  { editedAt, revokedAt }: Message,
  isForStaff: boolean,
): string | null {
  const sender = isForStaff ? 'the sender' : 'you';
  if (revokedAt) return `Deleted by ${sender}, ${formatTimeNear(revokedAt)}`;
  return editedAt ? `Edited, ${formatTimeNear(editedAt)}` : null;
}

const keywordLabels: Record<Keyword, string> = {
  STOP: 'Opted out',
  START: 'Opted in',
  // Either confirms the number or opts in again.
  YES: 'Replied YES',
  HELP: 'Asked for help',
};

/** Null if the message was simply answered. */
export function describeAnswer({ answer }: Message): { text: string; isFailure: boolean } | null {
  if (!answer) return null;
  const { state, guard, keyword, failures, answeredWithId } = answer;
  const detail = failures.at(-1)?.detail;
  if (state === 'failed') {
    return { text: detail ? `Not answered: ${detail}` : 'Not answered', isFailure: true };
  }
  if (state === 'waiting') {
    if (failures.at(-1)?.kind === 'edited') return null;
    if (failures.at(-1)?.kind === 'replayed') return { text: 'Trying again', isFailure: false };
    return detail ? { text: `Trying again: ${detail}`, isFailure: true } : null;
  }
  if (state === 'answered' && answeredWithId) {
    return { text: 'Answered together with the texts after it', isFailure: false };
  }
  if (state === 'held') return { text: 'Held: waiting for a person', isFailure: false };
  if (guard === 'handler') return null;
  if (keyword) return { text: keywordLabels[keyword], isFailure: false };
  if (!guard) return null;
  return { text: guardLabels[guard] ?? `Not answered: ${guard}`, isFailure: false };
}
