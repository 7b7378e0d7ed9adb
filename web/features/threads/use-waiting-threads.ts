import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadCountsQuery, threadsQuery } from './api.ts';
import { withState } from './thread-filters.ts';

/**
 * Who waits for a person, whatever is loaded of the list: crises, then the longest wait. Of many, the newest 100 and
 * those loaded of the list; the count is of all. A list of one state, kind or time keeps its order.
 */
export function useWaitingThreads(scope: ThreadScope | null, listed: Thread[]) {
  const { state, with: kind, from, to } = scope ?? {};
  const counts = useQuery(threadCountsQuery(scope)).data?.counts;
  // Asked beside the count, so that the list stands still from the start.
  const isGrouped = !(state || kind || from || to) && counts?.wantsHuman !== 0;
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

function byUrgency(a: Thread, b: Thread): number {
  const crisesFirst = Number(b.riskAt !== null) - Number(a.riskAt !== null);
  return crisesFirst || startOfWait(a).localeCompare(startOfWait(b));
}

const startOfWait = ({ waitsSince, humanWantedAt }: Thread) => waitsSince ?? humanWantedAt ?? '';
