import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ThreadCounts, ThreadExpert } from '#shared/api/thread-filters.ts';
import type { ThreadsReply } from '#shared/api/threads.ts';
import { api } from '#web/lib/api-client.ts';
import { type ThreadScope, writeScope } from '#web/links/thread-scope.ts';
import { omitState } from './thread-filters.ts';
import { listThreads } from './thread-pages.ts';

const threadsPerPage = 100;

export function readThreads(
  scope: ThreadScope | null,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ThreadsReply> {
  const query = writeScope(scope ?? {});
  query.set('limit', String(threadsPerPage));
  if (cursor) query.set('cursor', cursor);
  return api.get<ThreadsReply>(`/api/threads?${query}`, signal);
}

export function threadsQuery(scope: ThreadScope | null = null) {
  return infiniteQueryOptions({
    queryKey: scope ? ['threads', scope] : ['threads'],
    queryFn: ({ pageParam, signal }) => readThreads(scope, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: listThreads,
  });
}

/** Ignores the scope's state. */
export function threadCountsQuery(scope: ThreadScope | null) {
  const narrowed = omitState(scope) ?? {};
  return queryOptions({
    queryKey: [...threadCountsKey, narrowed],
    queryFn: ({ signal }) =>
      api.get<{ counts: ThreadCounts }>(`/api/threads/counts?${writeScope(narrowed)}`, signal),
    placeholderData: keepPreviousData,
  });
}

export const threadExpertsQuery = queryOptions({
  queryKey: ['experts', 'of-threads'],
  queryFn: ({ signal }) => api.get<{ experts: ThreadExpert[] }>('/api/threads/experts', signal),
});

export const threadCountsKey = ['threads', 'counts'] as const;

/** Lists' keys are [threads] and [threads, scope]; a thread's are longer. */
export const isThreadList = ({ queryKey: [area, , part] }: { queryKey: readonly unknown[] }) =>
  area === 'threads' && part === undefined;
