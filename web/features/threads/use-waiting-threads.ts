import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadCountsQuery, threadsQuery } from './api.ts';
import { withState } from './thread-filters.ts';

/**
 * Who waits for a person, whatever is loaded of the list: crises, then the longest wait. Many of them have a list of
 * their own; here the newest 100 are enough. A list of one state, kind or time keeps its order.
 */
export function useWaitingThreads(scope: ThreadScope | null) {
  const { state, with: kind, from, to } = scope ?? {};
  const counts = useQuery(threadCountsQuery(scope)).data?.counts;
  // Asked beside the count, so that the list stands still from the start.
  const isGrouped = !(state || kind || from || to) && counts?.wantsHuman !== 0;
  const { data, isLoading } = useInfiniteQuery({
    ...threadsQuery(withState(scope, 'wantsHuman')),
    enabled: isGrouped,
  });
  const threads = isGrouped && data ? data.filter((one) => one.humanWantedAt !== null) : [];
  return { threads: threads.toSorted(byUrgency), isLoading };
}

function byUrgency(a: Thread, b: Thread): number {
  const crisesFirst = Number(b.riskAt !== null) - Number(a.riskAt !== null);
  return crisesFirst || startOfWait(a).localeCompare(startOfWait(b));
}

const startOfWait = ({ waitsSince, humanWantedAt }: Thread) => waitsSince ?? humanWantedAt ?? '';
