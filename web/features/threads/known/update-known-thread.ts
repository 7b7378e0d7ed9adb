import type { QueryClient } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import { messagesQuery } from './messages-api.ts';
import type { ThreadPages } from './thread-pages.ts';
import { isThreadList } from './threads-api.ts';

/** In the open conversation and in every list. */
export function updateKnownThread(
  queries: QueryClient,
  threadId: string,
  change: Partial<Thread>,
): void {
  const update = (thread: Thread) => (thread.id === threadId ? { ...thread, ...change } : thread);
  queries.setQueryData(
    messagesQuery(threadId).queryKey,
    (known) => known && { ...known, thread: update(known.thread) },
  );
  queries.setQueriesData<ThreadPages>(
    { predicate: isThreadList },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, threads: page.threads.map(update) })),
      },
  );
}
