import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { noteConnected, noteConnectionLost } from '#web/lib/live-connection.ts';
import { followLiveEvents } from '#web/lib/live-events.ts';
import { currentUserKey } from '#web/lib/query-client.ts';

/** A burst of events (one per text of a busy inbox) becomes one refetch. */
const gatherMs = 200;

/** While someone is signed in, what the server says has changed is fetched again. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call reads the token itself; a new one means a new stream
  useEffect(() => {
    const stop = new AbortController();
    const changed = new Set<string>();
    let isGap = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const refetch = () => {
      timer = undefined;
      // Key [threads, id, …] belongs to one thread; shorter ones and [threads, filter] are lists.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [area, id, part] }) =>
          area === 'threads' && (part === undefined || isGap || changed.has(String(id))),
      });
      // A reply spends a credit, a payment adds some, and a YES turns a pending connection into an active one.
      void queryClient.invalidateQueries({ queryKey: currentUserKey });
      void queryClient.invalidateQueries({ queryKey: ['subscription'] });
      void queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
      changed.clear();
      isGap = false;
    };
    const refetchSoon = () => {
      timer ??= setTimeout(refetch, gatherMs);
    };

    void followLiveEvents({
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'thread') changed.add(event.threadId);
        refetchSoon();
      },
      onConnect: noteConnected,
      onLost: noteConnectionLost,
      onReconnect: () => {
        isGap = true;
        refetchSoon();
      },
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
      noteConnected();
    };
  }, [queryClient, token]);
  return null;
}
