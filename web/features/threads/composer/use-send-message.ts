import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#shared/api/messages.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { useTypedDraft } from '#web/lib/drafts.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { composerDraftOf } from '#web/links/composer-draft.ts';
import { addSentMessage } from '../known/message-pages.ts';
import { messagesQuery } from '../known/messages-api.ts';

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
