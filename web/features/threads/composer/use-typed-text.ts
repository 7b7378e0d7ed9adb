import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { type Known, TypedSaver } from './typed-saver.ts';

const savers = new WeakMap<QueryClient, Map<string, TypedSaver>>();

/** Staff only: keeps what stands in the composer on the server, and brings back what another page has kept. */
export function useTypedText(
  thread: Thread,
  { text, show, isEnabled }: { text: string; show: (text: string) => void; isEnabled: boolean },
): { note: (text: string) => void } {
  const queries = useQueryClient();
  const known = useDraft<Known>(`typed ${thread.id}`, (typed) => typed);
  const saver = saverOf(queries, thread.id, known);
  const shown = useRef({ text, show });
  useEffect(() => {
    shown.current = { text, show };
  });
  const { typed } = thread;
  useEffect(() => {
    const field = {
      read: () => shown.current.text,
      show: (words: string) => shown.current.show(words),
    };
    if (isEnabled) saver.adopt(typed, field);
  }, [isEnabled, saver, typed]);
  useEffect(() => {
    const saveWhenHidden = () => void (document.hidden && saver.flush());
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      void saver.flush();
    };
  }, [saver]);
  return { note: (next) => isEnabled && saver.note(next) };
}

/** One per writer and conversation: two would save at once. */
function saverOf(
  queries: QueryClient,
  threadId: string,
  known: ConstructorParameters<typeof TypedSaver>[0]['known'],
): TypedSaver {
  const ofPage = savers.get(queries) ?? new Map<string, TypedSaver>();
  savers.set(queries, ofPage);
  const key = `${readAuthToken()} ${threadId}`;
  const saver = ofPage.get(key) ?? new TypedSaver({ queries, threadId, known });
  ofPage.set(key, saver);
  return saver;
}
