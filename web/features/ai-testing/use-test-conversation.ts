import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TestConversation, TestMessage } from '#shared/api/ai-testing.ts';
import { describeError } from '#web/lib/api-client.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { toast } from '#web/lib/toast.ts';
import { sendTestMessage, testConversationsQuery } from './api.ts';
import { selectHistory } from './model-history.ts';

/** The id is null until the first answer. */
export type OpenConversation = { id: string | null; messages: TestMessage[] };

export function useTestConversation(expertId: string) {
  const queryClient = useQueryClient();
  const draft = useDraft<OpenConversation>(`test conversation ${expertId}`);
  const [conversation, setConversation] = useState<OpenConversation>(
    () => draft.read() ?? { id: null, messages: [] },
  );
  const shown = useRef(conversation);
  const show = (next: OpenConversation) => {
    shown.current = next;
    setConversation(next);
    draft.save(next);
  };
  const send = useMutation({
    mutationFn: ({ message, target }: { message: string; target: OpenConversation }) =>
      sendTestMessage({
        expertId,
        message,
        conversationHistory: selectHistory(target.messages),
        conversationId: target.id ?? undefined,
      }),
    onSuccess: ({ conversationId, userMessage, assistantMessage }, { target }) => {
      // Another conversation may be open by now.
      if (isSame(shown.current, target)) {
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
  const isAnswering = send.isPending && isSame(send.variables.target, conversation);
  return {
    conversation,
    pending: isAnswering ? send.variables.message : null,
    answer: send.data?.assistantMessage,
    send: (message: string, onError: () => void) =>
      send.mutate({ message, target: conversation }, { onError }),
    open: ({ id, messages }: TestConversation) => show({ id, messages }),
    restart: () => show({ id: null, messages: [] }),
  };
}

/** A conversation without an id only equals itself. */
function isSame(one: OpenConversation, other: OpenConversation): boolean {
  return one === other || (one.id !== null && one.id === other.id);
}
