import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessagesReply } from '#shared/api/messages.ts';
import { pageLimit } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import {
  appendOlderMessages,
  mergeNewestMessages,
  mergeStretch,
  prependNewerMessages,
} from './message-pages.ts';

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
