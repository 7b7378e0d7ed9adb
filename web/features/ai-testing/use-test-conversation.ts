import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TestConversation, TestMessage } from '#shared/api/ai-testing.ts';
import { describeError } from '#web/lib/api-client.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { toast } from '#web/lib/toast.ts';
import { sendTestMessage, testConversationsQuery } from './api.ts';
import { historyOf } from './model-history.ts';

/** The id is null until its first answer. */
export type OpenConversation = { id: string | null; messages: TestMessage[] };

/** The conversation with an expert that is on the screen; it is still there when the page is opened again. */
export function useTestConversation(expertId: string) {
  const queryClient = useQueryClient();
  const kept = useDraft<OpenConversation>(`test conversation ${expertId}`);
  const [conversation, setConversation] = useState<OpenConversation>(
    () => kept.read() ?? { id: null, messages: [] },
  );
  const shown = useRef(conversation);
  const show = (next: OpenConversation) => {
    shown.current = next;
    setConversation(next);
    kept.keep(next);
  };
  const send = useMutation({
    mutationFn: ({ message, asked }: { message: string; asked: OpenConversation }) =>
      sendTestMessage({
        expertId,
        message,
        conversationHistory: historyOf(asked.messages),
        conversationId: asked.id ?? undefined,
      }),
    onSuccess: ({ conversationId, userMessage, assistantMessage }, { asked }) => {
      // Another one may have been opened meanwhile.
      if (isSame(shown.current, asked)) {
        const messages = [...shown.current.messages, userMessage, assistantMessage];
        show({ id: conversationId, messages });
      }
      void queryClient.invalidateQueries(testConversationsQuery(expertId));
    },
    onError: (error) =>
      toast({
        title: 'Failed to send message',
        description: describeError(error, 'There was an error sending your message.'),
        variant: 'destructive',
      }),
  });
  const isAnswering = send.isPending && isSame(send.variables.asked, conversation);
  return {
    conversation,
    /** What was sent and is not answered yet. */
    pending: isAnswering ? send.variables.message : null,
    /** The latest answer, for who can't see it come. */
    answer: send.data?.assistantMessage,
    send: (message: string, onError: () => void) =>
      send.mutate({ message, asked: conversation }, { onError }),
    open: ({ id, messages }: TestConversation) => show({ id, messages }),
    restart: () => show({ id: null, messages: [] }),
  };
}

/** One that has no id yet is nothing but itself. */
function isSame(one: OpenConversation, other: OpenConversation): boolean {
  return one === other || (one.id !== null && one.id === other.id);
}
