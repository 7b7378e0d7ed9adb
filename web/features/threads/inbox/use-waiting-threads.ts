import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { compareSenders } from '../crisis/crisis-flood.ts';
import { withState } from '../known/thread-filters.ts';
import { listThreads, type ThreadPages } from '../known/thread-pages.ts';
import { threadCountsQuery, threadsQuery } from '../known/threads-api.ts';

/**
 * Threads that wait for a person, loaded in the list or not: crises first, of those the best known sender, then the
 * longest wait.
 * If there are many, the most urgent 100 and those loaded; the count includes all. A list narrowed to a
 * state, kind or time keeps its own order.
 */
export function useWaitingThreads(scope: ThreadScope | null, listed: Thread[]) {
  const counts = useQuery(threadCountsQuery(scope)).data?.counts;
  // Fetched with the count, or the list would move later.
  const isGrouped = keepsWaitingFirst(scope) && counts?.wantsHuman !== 0;
  const { data, isLoading, hasNextPage } = useInfiniteQuery({
    ...threadsQuery(withState(scope, 'wantsHuman')),
    enabled: isGrouped,
  });
  const known = [...(data ?? []), ...(hasNextPage ? listed : [])];
  const waiting = known.filter(({ humanWantedAt }) => isGrouped && humanWantedAt !== null);
  const threads = [...new Map(waiting.map((one) => [one.id, one])).values()].toSorted(byUrgency);
  // The server may have given up counting, and the rows may be newer than the count.
  const counted = hasNextPage ? (counts?.wantsHuman ?? 0) : 0;
  return { threads, count: Math.max(counted, threads.length), isLoading };
}

/** What the hook above has loaded. */
export function findWaitingThreads(queries: QueryClient, scope: ThreadScope | null): Thread[] {
  if (!keepsWaitingFirst(scope)) return [];
  const { queryKey } = threadsQuery(withState(scope, 'wantsHuman'));
  const known = queries.getQueryData<ThreadPages>(queryKey);
  const waiting = (known ? listThreads(known) : []).filter((one) => one.humanWantedAt !== null);
  return waiting.toSorted(byUrgency);
}

function keepsWaitingFirst(scope: ThreadScope | null): boolean {
  const { state, with: kind, from, to } = scope ?? {};
  return !(state || kind || from || to);
}

function byUrgency(a: Thread, b: Thread): number {
  const crisesFirst = Number(b.riskAt !== null) - Number(a.riskAt !== null);
  return (
    crisesFirst ||
    (a.riskAt && compareSenders(a, b)) ||
    startOfWait(a).localeCompare(startOfWait(b))
  );
}

const startOfWait = ({ waitsSince, humanWantedAt }: Thread) => waitsSince ?? humanWantedAt ?? '';
