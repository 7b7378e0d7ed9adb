import type { QueryClient } from '@tanstack/react-query';
import type { MessagesReply } from '#shared/api/messages.ts';
import type { ThreadCounts, ThreadState } from '#shared/api/thread-filters.ts';
import type { Thread } from '#shared/api/threads.ts';
import type { ThreadPages } from './thread-pages.ts';
import { isThreadList } from './threads-api.ts';

/** In the open conversation and in every list, before the server's answer or instead of a refetch. */
export function changeThread(
  queries: QueryClient,
  threadId: string,
  change: Partial<Thread>,
): void {
  const update = (thread: Thread) => (thread.id === threadId ? { ...thread, ...change } : thread);
  changeMessages(queries, threadId, (known) => ({ ...known, thread: update(known.thread) }));
  queries.setQueriesData<ThreadPages>(
    { predicate: isThreadList },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, threads: page.threads.map(update) })),
      },
  );
}

/** The newest messages and those around a hit. */
export function changeMessages(
  queries: QueryClient,
  threadId: string,
  change: (known: MessagesReply) => MessagesReply,
): void {
  queries.setQueriesData<MessagesReply>(
    { queryKey: ['threads', threadId, 'messages'] },
    (known) => known && change(known),
  );
}

export function changeCount(
  queries: QueryClient,
  queryKey: readonly unknown[],
  { state, by }: { state: ThreadState; by: number },
): void {
  queries.setQueryData<{ counts: ThreadCounts }>(
    queryKey,
    (known) =>
      known && {
        counts: { ...known.counts, [state]: Math.max(0, (known.counts[state] ?? 0) + by) },
      },
  );
}
