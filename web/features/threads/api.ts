import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { CountedLabel } from '#shared/api/labels.ts';
import type { Message, MessagesReply } from '#shared/api/messages.ts';
import type { ThreadCounts, ThreadExpert } from '#shared/api/thread-filters.ts';
import type { ThreadsReply } from '#shared/api/threads.ts';
import { pageLimit } from '#shared/limits.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { composerDraftOf, useTypedDraft } from '#web/lib/drafts.ts';
import { type ThreadScope, writeScope } from '#web/lib/thread-scope.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import {
  addSentMessage,
  appendOlderMessages,
  mergeNewestMessages,
  mergeStretch,
  prependNewerMessages,
} from './message-pages.ts';
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

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: ({ signal }) => api.get<{ labels: CountedLabel[] }>('/api/labels', signal),
  // A colleague may have changed them.
  staleTime: 30_000,
});

export const threadCountsKey = ['threads', 'counts'] as const;

/** Lists' keys are [threads] and [threads, scope]; a thread's are longer. */
export const isThreadList = ({ queryKey: [area, , part] }: { queryKey: readonly unknown[] }) =>
  area === 'threads' && part === undefined;

function readMessages(threadId: string, query: Record<string, string>, signal?: AbortSignal) {
  const search = new URLSearchParams(query);
  return api.get<MessagesReply>(`/api/threads/${threadId}/messages?${search}`, signal);
}

/** Newest first; a refetch reads only the newest page. */
export function messagesQuery(threadId: string) {
  const queryKey = ['threads', threadId, 'messages'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const fresh = await readMessages(threadId, { limit: String(pageLimit.initial) }, signal);
      return mergeNewestMessages(client.getQueryData<MessagesReply>(queryKey), fresh);
    },
  });
}

/** Messages around `messageId`; a refetch keeps what was loaded on either side. */
export function messagesAroundQuery(threadId: string, messageId: string) {
  const queryKey = ['threads', threadId, 'messages', messageId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const query = { around: messageId, limit: String(2 * pageLimit.initial) };
      const fresh = await readMessages(threadId, query, signal);
      return mergeStretch(client.getQueryData<MessagesReply>(queryKey), fresh);
    },
  });
}

/** @param around null for the newest messages. */
function messagesKey(threadId: string, around: string | null) {
  const query = around ? messagesAroundQuery(threadId, around) : messagesQuery(threadId);
  return query.queryKey as readonly unknown[];
}

export function useOlderMessages(threadId: string, around: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (cursor: string) =>
      readMessages(threadId, { limit: String(pageLimit.max), cursor }),
    onSuccess: (older, cursor) =>
      queryClient.setQueryData<MessagesReply>(
        messagesKey(threadId, around),
        (known) =>
          known && (known.nextCursor === cursor ? appendOlderMessages(known, older) : known),
      ),
  });
}

/** Once it reaches the newest message, the part becomes the thread's list. */
export function useNewerMessages(threadId: string, around: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (newer: string) => readMessages(threadId, { limit: String(pageLimit.max), newer }),
    onSuccess: (newer, cursor) => {
      const key = messagesKey(threadId, around);
      const known = queryClient.getQueryData<MessagesReply>(key);
      if (known?.newerCursor !== cursor) return;
      const joined = prependNewerMessages(known, newer);
      queryClient.setQueryData(key, joined);
      if (!joined.newerCursor) queryClient.setQueryData(messagesKey(threadId, null), joined);
    },
  });
}

export function useSendMessage(threadId: string) {
  const { clearSent } = useTypedDraft(composerDraftOf(threadId));
  return useSending(threadId, {
    send: (body: string) =>
      api.post<{ message: Message }>(`/api/threads/${threadId}/messages`, { body }),
    onSent: clearSent,
  });
}

export function useSendDraft(threadId: string, messageId: string) {
  const draft = `/api/threads/${threadId}/messages/${messageId}/draft`;
  return useSending(threadId, { send: () => api.post<{ message: Message }>(`${draft}/send`) });
}

function useSending<Words = void>(
  threadId: string,
  {
    send,
    onSent,
  }: { send: (words: Words) => Promise<{ message: Message }>; onSent?: (words: Words) => void },
) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationKey: ['send', threadId],
    mutationFn: send,
    onSuccess: ({ message }, words) => {
      onSent?.(words);
      toast({ title: 'Message sent' });
      queryClient.setQueryData(
        messagesQuery(threadId).queryKey,
        (known) => known && addSentMessage(known, message),
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

export function useReplay(threadId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (messageId: string) =>
      api.post<{ message: Message }>(`/api/threads/${threadId}/messages/${messageId}/replay`),
    onError: (error) =>
      toast({
        title: 'Retry failed',
        description: describeError(error),
        variant: 'destructive',
      }),
    // Also on error: the message may have changed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['threads'] }),
  });
}
