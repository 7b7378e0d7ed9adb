import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CountedView, ViewFilters, ViewRequest } from '#shared/api/saved-views.ts';
import { api } from '#web/lib/api-client.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { type InboxPlace, writeInboxPlace } from '#web/links/inbox-place.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';

const path = '/api/views';

/** The server counts each view's conversations anew. */
const staleMs = 15_000;

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => api.get<{ views: CountedView[] }>(path, signal),
  staleTime: staleMs,
});

export function useCreateView() {
  return useChange((view: ViewRequest) => api.post(path, view));
}

export function useRenameView() {
  return useChange(({ id, name }: { id: string; name: string }) =>
    api.put(`${path}/${id}`, { name }),
  );
}

export function useDeleteView() {
  return useChange((id: string) => api.delete(`${path}/${id}`));
}

function useChange<Wanted>(change: (wanted: Wanted) => Promise<unknown>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}

/** Null without a filter or a search. */
export function toViewFilters({
  scope,
  search,
}: Pick<InboxPlace, 'scope' | 'search'>): ViewFilters | null {
  const q = search.trim();
  if (!scope && q === '') return null;
  return { ...scope, ...(q !== '' && { q }) };
}

/** The query string of the inbox URL. */
export function addressOfView({ q = '', ...scope }: ViewFilters): string {
  return writeInboxPlace({
    scope: scope as ThreadScope,
    search: q,
    threadId: null,
    messageId: null,
  });
}

export function describeViewCount(count: number | null): string {
  if (count === null) return '';
  return count > 99 ? '99+' : String(count);
}
