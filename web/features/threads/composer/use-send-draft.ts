import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#shared/api/messages.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { addSentMessage } from '../known/message-pages.ts';
import { messagesQuery } from '../known/messages-api.ts';

/** Waits while a text of the same conversation is being sent. */
export function useSendDraft(threadId: string, messageId: string) {
  const queryClient = useQueryClient();
  const draft = `/api/threads/${threadId}/messages/${messageId}/draft`;
  return useSingleMutation({
    mutationKey: ['send', threadId],
    mutationFn: () => api.post<{ message: Message }>(`${draft}/send`),
    onSuccess: ({ message }) => {
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
