import type { Message, MessagesReply } from '#shared/api/messages.ts';

export function mergeNewestMessages(
  known: MessagesReply | undefined,
  fresh: MessagesReply,
): MessagesReply {
  if (!known || fresh.nextCursor === null) return fresh;
  const freshIds = new Set(fresh.messages.map(({ id }) => id));
  const lastKnown = known.messages.findLastIndex(({ id }) => freshIds.has(id));
  // Without an overlap there may be a gap.
  if (lastKnown === -1) return fresh;
  const older = known.messages.slice(lastKnown + 1);
  // The fresh page reaches back further, so its cursor counts.
  if (older.length === 0) return fresh;
  return {
    ...fresh,
    messages: [...fresh.messages, ...older],
    nextCursor: known.nextCursor,
  };
}

export function appendOlderMessages(known: MessagesReply, older: MessagesReply): MessagesReply {
  const ids = new Set(known.messages.map(({ id }) => id));
  return {
    ...known,
    messages: [...known.messages, ...older.messages.filter(({ id }) => !ids.has(id))],
    nextCursor: older.nextCursor,
  };
}

export function addSentMessage(known: MessagesReply, message: Message): MessagesReply {
  if (known.messages.some(({ id }) => id === message.id)) return known;
  return { ...known, messages: [message, ...known.messages] };
}

export function prependNewerMessages(known: MessagesReply, newer: MessagesReply): MessagesReply {
  const { newerCursor: _, ...rest } = known;
  const ids = new Set(known.messages.map(({ id }) => id));
  return {
    ...rest,
    thread: newer.thread,
    messages: [...newer.messages.filter(({ id }) => !ids.has(id)), ...known.messages],
    ...(newer.newerCursor && { newerCursor: newer.newerCursor }),
  };
}

/** Updates known messages, adds none. */
export function mergeStretch(
  known: MessagesReply | undefined,
  fresh: MessagesReply,
): MessagesReply {
  if (!known) return fresh;
  const freshById = new Map(fresh.messages.map((message) => [message.id, message]));
  return {
    ...known,
    thread: fresh.thread,
    ...(fresh.notes && { notes: fresh.notes }),
    ...(fresh.events && { events: fresh.events }),
    messages: known.messages.map((message) => freshById.get(message.id) ?? message),
  };
}
