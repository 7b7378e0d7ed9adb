import type { Message, MessagesReply } from '#shared/api/messages.ts';
import type { Note } from '#shared/api/notes.ts';
import type { ThreadEvent } from '#shared/api/thread-events.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import type { OutgoingText } from '../composer/outbox.ts';
import type { NoteRow } from '../notes/note-bubble.tsx';
import type { EventRow } from './event-line.tsx';
import { toMessage } from './outgoing.ts';

/** A group is one writer's messages within a minute. */
export type MessageRow = {
  message: Message;
  /** Set if a new day begins. */
  day: string | null;
  isGroupStart: boolean;
  isGroupEnd: boolean;
  /** On the last text sent, and on earlier ones that have not arrived. */
  showsDelivery: boolean;
  /** Set until the server has stored it. */
  outgoing?: OutgoingText;
};

export type ListRow = MessageRow | NoteRow | EventRow;

type Page = Pick<MessagesReply, 'messages' | 'nextCursor' | 'newerCursor' | 'notes' | 'events'>;

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
function dayOf({ createdAt }: Pick<Message, 'createdAt'>): string {
  return new Date(createdAt).toDateString();
}

function describeDay(timestamp: string, now = new Date()): string {
  const day = new Date(timestamp);
  const startOf = (date: Date) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const daysAgo = Math.round((startOf(now) - startOf(day)) / dayMs);
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
function needsOwnLine({ message, outgoing }: Entry): boolean {
  if (!message) return true;
  const { delivery, answer, aiMeta, isUnpaid } = message;
  return (
    Boolean(outgoing?.failure) ||
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

/** Of the team alone. */
type Aside = { createdAt: string; note?: Note; event?: ThreadEvent };
type Entry = Aside & { message?: Message; outgoing?: OutgoingText };

/** Oldest first. While older messages are missing, the first may not start its day. */
export function buildMessageRows(
  page: Page,
  outgoing: OutgoingText[] = [],
  isForStaff = false,
): ListRow[] {
  const unsent: Entry[] = outgoing.map((text) => ({
    createdAt: text.writtenAt,
    message: toMessage(text, isForStaff),
    outgoing: text,
  }));
  const entries = [...listEntries(page), ...unsent];
  const lastSent = entries.findLastIndex(({ message }) => message?.delivery);
  return entries.map((entry, index) => {
    const before = entries[index - 1];
    const isNewDay = before ? dayOf(before) !== dayOf(entry) : page.nextCursor === null;
    const day = isNewDay ? describeDay(entry.createdAt) : null;
    const { message, note, event } = entry;
    if (note) return { note, day };
    if (event) return { event, day };
    if (!message) throw new Error('A row is a message, a note or an event');
    return {
      message,
      day,
      isGroupStart:
        !isSameGroup(before?.message, message) || (before ? needsOwnLine(before) : true),
      isGroupEnd: !isSameGroup(message, entries[index + 1]?.message) || needsOwnLine(entry),
      showsDelivery: index === lastSent || hasNotArrived(message),
      ...(entry.outgoing && { outgoing: entry.outgoing }),
    };
  });
}

/** Places notes and events by time, unless the messages around them are not loaded. */
function listEntries({
  messages,
  nextCursor,
  newerCursor,
  notes = [],
  events = [],
}: Page): Entry[] {
  const [newest, oldest] = [messages[0], messages.at(-1)];
  const isLoaded = ({ createdAt }: Aside) =>
    (nextCursor === null || (oldest !== undefined && createdAt >= oldest.createdAt)) &&
    (!newerCursor || (newest !== undefined && createdAt <= newest.createdAt));
  const asides: Aside[] = [
    ...notes.map((note) => ({ createdAt: note.createdAt, note })),
    ...events.map((event) => ({ createdAt: event.createdAt, event })),
  ];
  const shown = asides
    .filter(isLoaded)
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  const entries: Entry[] = [];
  for (const message of messages.toReversed()) {
    // Shown on the message that it is about.
    if (message.content === 'reaction' && message.quoted) continue;
    for (let next = shown[0]; next && next.createdAt < message.createdAt; next = shown[0]) {
      entries.push(next);
      shown.shift();
    }
    entries.push({ createdAt: message.createdAt, message });
  }
  return [...entries, ...shown];
}
