import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#shared/api/auth.ts';
import { isStaff } from '#shared/roles.ts';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { noteConnected, noteConnectionLost } from '#web/lib/live-connection.ts';
import { followLiveEvents } from '#web/lib/live-events.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { createChangeQueue } from './change-queue.ts';

const account = 'account';
const people = 'people';
/** After a gap, events may be missing. */
const everything = 'everything';

export function LiveUpdates({ role }: { role: User['role'] }) {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token means a new stream
  useEffect(() => {
    const stop = new AbortController();
    const changes = createChangeQueue((changed) => refetch(queryClient, changed));
    void followLiveEvents({
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'thread') changes.add(event.threadId);
        else changes.add(event.type === 'person' ? people : account);
        // A reply in a user's thread spends a credit, and a YES completes a connection.
        if (!isStaff({ role })) changes.add(account);
      },
      onConnect: noteConnected,
      onLost: noteConnectionLost,
      onReconnect: () => changes.add(everything),
    });
    return () => {
      stop.abort();
      changes.stop();
      noteConnected();
    };
  }, [queryClient, role, token]);
  return null;
}

async function refetch(queryClient: QueryClient, changed: Set<string>): Promise<void> {
  const isGap = changed.delete(everything);
  const isAccount = changed.delete(account) || isGap;
  const isPeople = changed.delete(people) || isGap;
  const accountKeys = [currentUserKey, ['subscription'], ['experts', 'public']];
  const keys = [
    ...(isGap ? [['threads']] : []),
    ...(isAccount ? accountKeys : []),
    ...(isPeople ? [['people'], ['team']] : []),
  ];
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    !isGap && changed.size > 0 && refetchThreads(queryClient, changed),
  ]);
}

/** Keeps it out of the login page. */
async function refetchThreads(queryClient: QueryClient, changed: Set<string>): Promise<void> {
  const { refreshThreads } = await import('#web/features/threads/refresh-threads.ts');
  await refreshThreads(queryClient, changed);
}
