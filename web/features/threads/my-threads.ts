import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ThreadsReply } from '#shared/api/threads.ts';
import { api } from '#web/lib/api-client.ts';

/** The signed-in person's conversations, newest first, a page at a time. */
export const myThreadsQuery = infiniteQueryOptions({
  queryKey: ['threads', 'mine'],
  queryFn: ({ pageParam, signal }) => {
    const query = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : '';
    return api.get<ThreadsReply>(`/api/threads${query}`, signal);
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});
