import { useEffect, useRef } from 'react';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { announce } from '#web/lib/announce.ts';
import { isOurs, writerOf } from './message-bubble.tsx';

/**
 * Announces new messages, not older ones that load.
 * @param messages the newest first; null while the newest are not loaded.
 */
export function useAnnouncedMessages(
  messages: Message[] | null,
  thread: Thread,
  isForStaff: boolean,
): void {
  const lastId = useRef(messages?.[0]?.id);
  useEffect(() => {
    const newest = messages?.[0];
    if (!messages || !newest || lastId.current === newest.id) return;
    const known = messages.findIndex(({ id }) => id === lastId.current);
    // After a gap that one may be out of reach.
    const added = known === -1 ? [newest] : messages.slice(0, known);
    lastId.current = newest.id;
    for (const message of added.toReversed()) {
      const isOwn = isOurs(message, isForStaff) && message.origin !== 'ai';
      if (!isOwn) announce(`${writerOf(message, thread, isForStaff)}: ${describe(message)}`);
    }
  }, [messages, thread, isForStaff]);
}

function describe({ body, attachments }: Message): string {
  const count = attachments.length;
  const pictures = count === 1 ? 'a picture' : count > 1 && `${count} pictures`;
  return [pictures, body.trim()].filter(Boolean).join(', ') || 'an empty message';
}
