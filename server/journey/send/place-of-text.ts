import type { PendingDelivery } from '#server/messages/deliveries-store.ts';
import type { SentPlace } from '../journal/journal.ts';

/** For the journal. */
export function placeOfText({ delivery, message, expert, askedAt }: PendingDelivery): SentPlace {
  return {
    threadId: message.threadId,
    messageId: message.replyToId ?? message.id,
    expertId: expert.id,
    deliveryId: delivery.id,
    replyId: message.id,
    part: delivery.part,
    askedAt,
  };
}
