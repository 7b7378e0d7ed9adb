import type { Message, MessagesReply } from '#shared/api/threads.ts';
import type { DeliveryState } from '#shared/channels.ts';

/** What surrounds a bubble: days, groups of one writer within a minute, and where something is to be said below. */
export type MessageRow = {
  message: Message;
  /** Set where a new day begins. */
  day: string | null;
  isGroupStart: boolean;
  isGroupEnd: boolean;
  /** How far the last text has come; of those before it only what did not simply arrive. */
  tellsDelivery: boolean;
};

type Page = Pick<MessagesReply, 'messages' | 'nextCursor'>;

const minuteMs = 60_000;
/** Some carriers never tell more than that it was sent. */
const arrived = new Set<DeliveryState>(['sent', 'delivered', 'read']);

function isSameGroup(one: Message | undefined, other: Message | undefined): boolean {
  if (!one || !other) return false;
  const minuteOf = ({ createdAt }: Message) => Math.floor(Date.parse(createdAt) / minuteMs);
  return (
    one.direction === other.direction &&
    one.origin === other.origin &&
    minuteOf(one) === minuteOf(other) &&
    dayOf(one) === dayOf(other)
  );
}

/** In local time: a day begins at the reader's midnight. */
function dayOf({ createdAt }: Message): string {
  return new Date(createdAt).toDateString();
}

function describeDay(timestamp: string, now = new Date()): string {
  const day = new Date(timestamp);
  const startOf = (date: Date) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const daysAgo = Math.round((startOf(now) - startOf(day)) / (24 * 60 * minuteMs));
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return day.toLocaleDateString('en-US', {
    weekday: daysAgo < 7 ? 'long' : undefined,
    month: daysAgo < 7 ? undefined : 'long',
    day: daysAgo < 7 ? undefined : 'numeric',
    year: day.getFullYear() === now.getFullYear() ? undefined : 'numeric',
  });
}

/** A failure, and how an answer came about, is told under its own bubble, even within a group. */
function hasTrouble({ delivery, answer, aiMeta, isUnpaid }: Message): boolean {
  return (
    isUnpaid ||
    Boolean(aiMeta?.isCut || aiMeta?.fallbackBecause) ||
    Boolean(answer?.verdict || answer?.failures.length) ||
    delivery?.state === 'failed' ||
    answer?.state === 'failed' ||
    answer?.state === 'refused' ||
    Boolean(answer?.guard)
  );
}

function isUnsettled({ delivery }: Message): boolean {
  return delivery !== null && !arrived.has(delivery.state);
}

/** The rows come oldest first. Where older messages are yet to come, whether a day begins with the first is not known. */
export function arrangeMessages({ messages: newestFirst, nextCursor }: Page): MessageRow[] {
  const messages = newestFirst.toReversed();
  const lastSent = messages.findLastIndex(({ delivery }) => delivery !== null);
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const isNewDay = before ? dayOf(before) !== dayOf(message) : nextCursor === null;
    return {
      message,
      day: isNewDay ? describeDay(message.createdAt) : null,
      isGroupStart: !isSameGroup(before, message) || (before ? hasTrouble(before) : true),
      isGroupEnd: !isSameGroup(message, messages[index + 1]) || hasTrouble(message),
      tellsDelivery: index === lastSent || isUnsettled(message),
    };
  });
}
