import type { Message, MessagesReply } from '#shared/api/threads.ts';

/** Messages come newest first; whatever was read again replaces what was known. */
export function mergeNewest(known: MessagesReply | undefined, fresh: MessagesReply): MessagesReply {
  if (!known || fresh.nextCursor === null) return fresh;
  const freshIds = new Set(fresh.messages.map(({ id }) => id));
  const lastKnown = known.messages.findLastIndex(({ id }) => freshIds.has(id));
  // Nothing in common: what lies between is unknown, so the older ones are read again when asked for.
  if (lastKnown === -1) return fresh;
  const older = known.messages.slice(lastKnown + 1);
  // Only where the fresh page reaches further back than what was known does its cursor count.
  if (older.length === 0) return fresh;
  return {
    thread: fresh.thread,
    messages: [...fresh.messages, ...older],
    nextCursor: known.nextCursor,
  };
}

export function appendOlder(known: MessagesReply, older: MessagesReply): MessagesReply {
  const ids = new Set(known.messages.map(({ id }) => id));
  return {
    thread: known.thread,
    messages: [...known.messages, ...older.messages.filter(({ id }) => !ids.has(id))],
    nextCursor: older.nextCursor,
  };
}

export function addSent(known: MessagesReply, message: Message): MessagesReply {
  if (known.messages.some(({ id }) => id === message.id)) return known;
  return { ...known, messages: [message, ...known.messages] };
}
