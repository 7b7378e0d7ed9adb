import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Message, MessagesReply, Thread, ThreadsReply } from '#shared/api/threads.ts';
import { pageLimit } from '#shared/limits.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { type ThreadScope, writeScope } from '#web/lib/thread-scope.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { addSent, appendOlder, mergeNewest } from './message-pages.ts';

/** One long page beats many short ones: every page that was loaded is fetched again when something changes. */
const threadsPerPage = 100;

/** Everyone's threads, or those of a scope. */
export function threadsQuery(scope: ThreadScope | null = null) {
  return infiniteQueryOptions({
    queryKey: scope ? ['threads', scope] : ['threads'],
    queryFn: ({ pageParam, signal }) => {
      const query = writeScope(scope ?? {});
      query.set('limit', String(threadsPerPage));
      if (pageParam) query.set('cursor', pageParam);
      return api.get<ThreadsReply>(`/api/threads?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: listThreads,
  });
}

/** Keys of lists are [threads] and [threads, scope]; a thread's own have more parts. */
const isList = ({ queryKey: [area, , part] }: { queryKey: readonly unknown[] }) =>
  area === 'threads' && part === undefined;

/** A thread that moved up between two pages comes twice. */
function listThreads({ pages }: InfiniteData<ThreadsReply>): Thread[] {
  const byId = new Map<string, Thread>();
  for (const thread of pages.flatMap((page) => page.threads)) {
    if (!byId.has(thread.id)) byId.set(thread.id, thread);
  }
  return [...byId.values()];
}

function readMessages(threadId: string, query: Record<string, string>, signal?: AbortSignal) {
  const search = new URLSearchParams(query);
  return api.get<MessagesReply>(`/api/threads/${threadId}/messages?${search}`, signal);
}

/**
 * A thread and its messages, newest first, as far back as they were asked for. Reading it again reads only
 * the newest page, however far back the reader has scrolled.
 */
export function messagesQuery(threadId: string) {
  const queryKey = ['threads', threadId, 'messages'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const fresh = await readMessages(threadId, { limit: String(pageLimit.initial) }, signal);
      return mergeNewest(client.getQueryData<MessagesReply>(queryKey), fresh);
    },
  });
}

export function useOlderMessages(threadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (cursor: string) =>
      readMessages(threadId, { limit: String(pageLimit.max), cursor }),
    onSuccess: (older, cursor) =>
      queryClient.setQueryData(
        messagesQuery(threadId).queryKey,
        (known) => known && (known.nextCursor === cursor ? appendOlder(known, older) : known),
      ),
  });
}

function setTitle(queryClient: QueryClient, threadId: string, title: string): void {
  queryClient.setQueryData(
    messagesQuery(threadId).queryKey,
    (known) => known && { ...known, thread: { ...known.thread, title } },
  );
  queryClient.setQueriesData<InfiniteData<ThreadsReply>>(
    { predicate: isList },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          threads: page.threads.map((one) => (one.id === threadId ? { ...one, title } : one)),
        })),
      },
  );
}

/** The new title stands at once; where the server refuses it, the old one comes back. */
export function useRenameThread({ id, title: oldTitle }: Thread) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => api.put(`/api/threads/${id}/title`, { title }),
    onMutate: async (title) => {
      await queryClient.cancelQueries({ queryKey: ['threads'] });
      setTitle(queryClient, id, title);
      // Taken along, because once the new title stands this function is made anew with that as the old one.
      return oldTitle;
    },
    onSuccess: () => toast({ title: 'Title updated' }),
    onError: (error, _title, before) => {
      setTitle(queryClient, id, before ?? oldTitle);
      toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' });
    },
    onSettled: () => {
      // This thread and every list; other threads have not changed.
      void queryClient.invalidateQueries({
        predicate: (query) =>
          isList(query) || (query.queryKey[0] === 'threads' && query.queryKey[1] === id),
      });
    },
  });
}

export function useSendMessage(threadId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: string) =>
      api.post<{ message: Message }>(`/api/threads/${threadId}/messages`, { body }),
    onSuccess: ({ message }) => {
      toast({ title: 'Message sent' });
      queryClient.setQueryData(
        messagesQuery(threadId).queryKey,
        (known) => known && addSent(known, message),
      );
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) =>
      toast({
        title: 'Failed to send message',
        description: describeError(error, 'There was an error sending your message.'),
        variant: 'destructive',
      }),
  });
}

/** A failed message begun anew, by an admin. */
export function useReplay(threadId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (messageId: string) =>
      api.post<{ message: Message }>(`/api/threads/${threadId}/messages/${messageId}/replay`),
    onError: (error) =>
      toast({
        title: 'Not tried again',
        description: describeError(error),
        variant: 'destructive',
      }),
    // Also after a refusal: the message may have moved on meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['threads'] }),
  });
}
