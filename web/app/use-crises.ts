import { useInfiniteQuery } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import { compareSenders } from '#web/features/threads/crisis/crisis-flood.ts';
import { threadsQuery } from '#web/features/threads/known/threads-api.ts';

/** Not settled by the team yet: those that no one has taken first, then the best known sender, then the newest. */
export function useCrises(): Thread[] {
  const { data = [] } = useInfiniteQuery(threadsQuery({ state: 'crisis' }));
  // A list that is being refetched may hold one that is settled.
  return data.filter(({ riskAt }) => riskAt !== null).toSorted(byUrgency);
}

function byUrgency(a: Thread, b: Thread): number {
  const untakenFirst = Number(a.assignee !== null) - Number(b.assignee !== null);
  return untakenFirst || compareSenders(a, b) || (b.riskAt ?? '').localeCompare(a.riskAt ?? '');
}
