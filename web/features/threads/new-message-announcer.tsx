import { useEffect, useRef, useState } from 'react';
import type { Message, Thread } from '#shared/api/threads.ts';
import { isOurs, writerOf } from './message-bubble.tsx';

/** Reads out what the other side writes while the page is open; scrolling through old messages stays silent. */
export function NewMessageAnnouncer({
  thread,
  newest,
  isAdmin,
}: {
  thread: Thread;
  newest: Message | undefined;
  isAdmin: boolean;
}) {
  const [words, setWords] = useState('');
  const lastId = useRef(newest?.id);
  useEffect(() => {
    if (!newest || lastId.current === newest.id) return;
    lastId.current = newest.id;
    const isOwn = isOurs(newest, isAdmin) && newest.origin !== 'ai';
    if (!isOwn) setWords(`${writerOf(newest, thread, isAdmin)}: ${newest.body}`);
  }, [newest, thread, isAdmin]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
