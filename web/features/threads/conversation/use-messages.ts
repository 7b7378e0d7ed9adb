import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { messagesAroundQuery, messagesQuery } from '../known/messages-api.ts';

/** The newest messages of a thread, or those around `messageId`. */
export function useMessages(threadId: string, messageId: string | null) {
  const queryClient = useQueryClient();
  const around = useMemo(() => {
    const known = queryClient.getQueryData<MessagesReply>(messagesQuery(threadId).queryKey);
    return known?.messages.some(({ id }) => id === messageId) ? null : messageId;
  }, [queryClient, threadId, messageId]);
  const newest = useQuery(messagesQuery(threadId));
  const stretch = useQuery({
    ...messagesAroundQuery(threadId, around ?? ''),
    enabled: around !== null,
  });
  // A part that reaches the newest has become the list. If the message is gone, the newest are shown.
  const isJoined = stretch.data !== undefined && stretch.data.newerCursor === undefined;
  const isStretch = around !== null && !stretch.isError && !isJoined;
  return { ...(isStretch ? stretch : newest), around: isStretch ? around : null };
}
