import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SearchReply } from '#shared/api/search.ts';
import { api } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';

/** A later search finds what has arrived since. */
const staleMs = 5_000;

/** Keeps the last hits while others load, or typing would flicker. */
export function searchQuery(text: string, scope: ThreadScope) {
  return infiniteQueryOptions({
    queryKey: ['search', text, scope],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ q: text, ...scope });
      if (pageParam) query.set('cursor', pageParam);
      return api.get<SearchReply>(`/api/search?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      people: pages[0]?.people ?? [],
      threads: pages[0]?.threads ?? [],
      notes: pages[0]?.notes ?? [],
      exact: pages[0]?.exact ?? [],
      // A page read again may repeat a hit from the next.
      hits: [
        ...new Map(
          pages
            .flatMap(({ exact = [], hits }) => [...exact, ...hits])
            .map((hit) => [hit.messageId, hit]),
        ).values(),
      ],
    }),
  });
}
