import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#shared/api/auth.ts';
import { isStaff } from '#shared/roles.ts';
import { presenceKey } from '#web/features/threads/presence/presence-key.ts';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { noteConnected, noteConnectionLost } from '#web/lib/live-connection.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { hasAlert } from '#web/session/alerts.ts';
import { createChangeQueue } from './change-queue.ts';
import { followSharedEvents } from './shared-events.ts';

const account = 'account';
/** Prefix of a person's id. */
const person = 'person ';
/** Lists show experts' names and states. */
const experts = 'experts';
/** After a gap: any event may have been missed. */
const everything = 'everything';

export function LiveUpdates({ id, role }: Pick<User, 'id' | 'role'>) {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token means a new stream
  useEffect(() => {
    const stop = new AbortController();
    const changes = createChangeQueue((changed) => refetch(queryClient, changed));
    void followSharedEvents(`events of ${id}`, {
      signal: stop.signal,
      isIdle: () => document.hidden && !hasAlert('notification') && !hasAlert('sound'),
      onEvent: (event, isLeading) => {
        if (event.type === 'presence') {
          const { threadId, present } = event;
          // Only the open conversation shows it.
          queryClient.setQueryData(presenceKey(threadId), (known) => known && present);
          return;
        }
        if (event.type === 'thread') changes.add(event.threadId);
        if (event.type === 'thread' && event.isNumber) changes.add(person + event.threadId);
        if (event.type === 'thread' && event.wantsHuman) {
          void noteWaiting(queryClient, { threadId: event.threadId, readerId: id }, isLeading);
        }
        if (event.type === 'account') changes.add(account);
        if (event.type === 'expert') changes.add(experts);
        if (event.type === 'person') changes.add(person + event.personId);
        // A reply spends a credit, and a YES completes a connection.
        if (!isStaff({ role })) changes.add(account);
      },
      onConnect: (isLeading) => {
        noteConnected();
        if (isLeading && isStaff({ role })) void noteMissedCrises();
      },
      onLost: noteConnectionLost,
      onReconnect: () => changes.add(everything),
    });
    return () => {
      stop.abort();
      changes.stop();
      noteConnected();
    };
  }, [queryClient, id, role, token]);
  return null;
}

async function refetch(queryClient: QueryClient, changed: Set<string>): Promise<void> {
  const isGap = changed.delete(everything);
  const isAccount = changed.delete(account) || isGap;
  const isExperts = changed.delete(experts) || isGap;
  const people = [...changed].filter((name) => name.startsWith(person) && changed.delete(name));
  const isPeople = people.length > 0 || isGap;
  const accountKeys = [currentUserKey, ['subscription'], ['experts', 'public'], ['phones']];
  const keys = [
    ...(isGap ? [['threads']] : []),
    ...(isAccount ? accountKeys : []),
    ...(isExperts ? [['experts']] : []),
    // Another person's history may be open.
    ...(isPeople ? [['people'], ['team'], ['subscription', 'history']] : []),
  ];
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    !isGap &&
      (changed.size > 0 || people.length > 0) &&
      refetchThreads(
        queryClient,
        changed,
        people.map((name) => name.slice(person.length)),
      ),
  ]);
}

/** Keeps it out of the login page. */
async function refetchThreads(
  queryClient: QueryClient,
  changed: Set<string>,
  personIds: string[],
): Promise<void> {
  const { findThreadsOf, refreshThreads } = await import(
    '#web/features/threads/known/refresh-threads.ts'
  );
  const all = new Set([...changed, ...findThreadsOf(queryClient, personIds)]);
  if (all.size > 0) await refreshThreads(queryClient, all);
}

async function noteMissedCrises(): Promise<void> {
  const { callForMissedCrises } = await import('#web/features/threads/crisis/call-for-human.ts');
  await callForMissedCrises();
}

/** A hidden tab fetches nothing, but its title shows the count. */
async function noteWaiting(
  queries: QueryClient,
  waiting: { threadId: string; readerId: string },
  isLeading: boolean,
) {
  const { announceWaiting, callForHuman, countWaiting } = await import(
    '#web/features/threads/crisis/call-for-human.ts'
  );
  countWaiting(queries);
  await Promise.all([
    isLeading && callForHuman(queries, waiting),
    !document.hidden && announceWaiting(queries, waiting),
  ]);
}
