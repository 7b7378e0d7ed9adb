import type { Message, MessagesReply } from '#shared/api/messages.ts';
import type { DeliveryState } from '#shared/channels.ts';

/** A group is one writer's messages within a minute. */
export type MessageRow = {
  message: Message;
  /** Set if a new day begins. */
  day: string | null;
  isGroupStart: boolean;
  isGroupEnd: boolean;
  /** On the last text sent, and on earlier ones that have not arrived. */
  showsDelivery: boolean;
};

type Page = Pick<MessagesReply, 'messages' | 'nextCursor'>;

const minuteMs = 60_000;
/** Some carriers never report more than `sent`. */
const arrivedStates = new Set<DeliveryState>(['sent', 'delivered', 'read']);

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

/** A day begins at the reader's midnight. */
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

/** Shown below its own bubble, even within a group. */
function needsOwnLine({ delivery, answer, aiMeta, isUnpaid }: Message): boolean {
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

function hasNotArrived({ delivery }: Message): boolean {
  return delivery !== null && !arrivedStates.has(delivery.state);
}

/** Oldest first. While older messages are not loaded, the first one may not start its day. */
export function buildMessageRows({ messages: newestFirst, nextCursor }: Page): MessageRow[] {
  const messages = newestFirst.toReversed();
  const lastSent = messages.findLastIndex(({ delivery }) => delivery !== null);
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const isNewDay = before ? dayOf(before) !== dayOf(message) : nextCursor === null;
    return {
      message,
      day: isNewDay ? describeDay(message.createdAt) : null,
      isGroupStart: !isSameGroup(before, message) || (before ? needsOwnLine(before) : true),
      isGroupEnd: !isSameGroup(message, messages[index + 1]) || needsOwnLine(message),
      showsDelivery: index === lastSent || hasNotArrived(message),
    };
  });
}
