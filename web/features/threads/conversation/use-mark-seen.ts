import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import type { ThreadCounts } from '#shared/api/thread-filters.ts';
import { api } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { changeCount, changeThread } from '../known/change-known.ts';
import { omitState } from '../known/thread-filters.ts';
import { listThreads, type ThreadPages } from '../known/thread-pages.ts';
import { isThreadList, threadCountsKey } from '../known/threads-api.ts';

/** A conversation counts as seen once its newest message is shown in a visible tab. */
export function useMarkSeen({ thread, messages }: MessagesReply, isNewestShown: boolean): void {
  const queries = useQueryClient();
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  const newestId = messages[0]?.id;
  const { id, isUnread } = thread;
  useEffect(() => {
    if (!isUnread || !isNewestShown || !isVisible || !newestId) return;
    const note = () => {
      changeThread(queries, id, { isUnread: false });
      countDown(queries, id);
    };
    // If this fails, the next look tries again.
    api.put(`/api/threads/${id}/seen`, { messageId: newestId }).then(note, () => {});
  }, [queries, id, isUnread, isNewestShown, isVisible, newestId]);
}

/**
 * The server would count all conversations again. Counts that may not include this one are
 * refetched when next shown.
 */
function countDown(queries: QueryClient, threadId: string): void {
  const lists = queries.getQueriesData<ThreadPages>({ predicate: isThreadList });
  const scopes = lists
    .filter(([, list]) => list && listThreads(list).some(({ id }) => id === threadId))
    .map(([[, scope]]) => omitState((scope ?? null) as ThreadScope | null) ?? {});
  const counts = queries.getQueriesData<{ counts: ThreadCounts }>({ queryKey: threadCountsKey });
  for (const [queryKey] of counts) {
    const holdsIt = [{}, ...scopes].some((scope) => hashKey([scope]) === hashKey([queryKey[2]]));
    if (holdsIt) changeCount(queries, queryKey, { state: 'unread', by: -1 });
    else void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
