import type { QueryClient } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { mergeNewestThreads, type ThreadPages } from './thread-pages.ts';
import { isThreadList, readThreads, threadCountsKey } from './threads-api.ts';

/** Refetches only the newest page of long lists. */
export async function refreshThreads(
  queryClient: QueryClient,
  changed: ReadonlySet<string>,
): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ predicate: isThreadList });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: threadCountsKey }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, id, part] }) =>
        area === 'threads' && part !== undefined && changed.has(String(id)),
    }),
    ...lists.map(async ({ queryKey }) => {
      const isMerged = await mergeNewestPage(queryClient, queryKey, changed);
      if (!isMerged) await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}

/** Known threads that show these people. */
export function findThreadsOf(queryClient: QueryClient, personIds: string[]): string[] {
  if (personIds.length === 0) return [];
  const known = queryClient.getQueriesData<Partial<ThreadPages> & { thread?: Thread }>({
    queryKey: ['threads'],
  });
  return known
    .flatMap(([, data]) => [
      ...(data?.thread ? [data.thread] : []),
      ...(data?.pages?.flatMap(({ threads }) => threads ?? []) ?? []),
    ])
    .filter(({ person }) => person && personIds.includes(person.id))
    .map(({ id }) => id);
}

/** @returns false if the whole list must be refetched. */
async function mergeNewestPage(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  changed: ReadonlySet<string>,
): Promise<boolean> {
  const query = queryClient.getQueryCache().find<ThreadPages>({ queryKey });
  if (!query?.isActive() || (query.state.data?.pages.length ?? 0) < 2) return false;
  const scope = (queryKey[1] ?? null) as ThreadScope | null;
  // On an error, the refetch of the whole list shows it.
  const fresh = await readThreads(scope, null).catch(() => null);
  const known = query.state.data;
  if (!fresh || !known || query.state.fetchStatus !== 'idle') return false;
  const merged = mergeNewestThreads(known, fresh, changed);
  if (merged) queryClient.setQueryData(queryKey, merged);
  return merged !== null;
}
