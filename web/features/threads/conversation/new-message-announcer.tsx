import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { isOurs, writerOf } from './message-bubble.tsx';

/** Announces new messages, not older ones that load. */
export function NewMessageAnnouncer({
  thread,
  newest,
  isForStaff,
}: {
  thread: Thread;
  newest: Message | undefined;
  isForStaff: boolean;
}) {
  const [announcement, setAnnouncement] = useState('');
  const lastId = useRef(newest?.id);
  useEffect(() => {
    if (!newest || lastId.current === newest.id) return;
    lastId.current = newest.id;
    const isOwn = isOurs(newest, isForStaff) && newest.origin !== 'ai';
    if (!isOwn) setAnnouncement(`${writerOf(newest, thread, isForStaff)}: ${newest.body}`);
  }, [newest, thread, isForStaff]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}
