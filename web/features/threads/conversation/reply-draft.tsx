import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { MessageBody } from '#web/components/message-body.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { EditDraftContext } from '../composer/edit-draft.ts';
import { useSendDraft } from '../composer/use-send-draft.ts';

/** What the AI would have answered, had no person taken over. */
export function ReplyDraft({ message, thread }: { message: Message; thread: Thread }) {
  const send = useSendDraft(thread.id, message.id);
  const discard = useDiscard(thread.id, message.id);
  const edit = useContext(EditDraftContext);
  const draft = message.answer?.draft;
  if (!draft) return null;
  const isBusy = send.isPending || discard.isPending;
  return (
    <section
      aria-label={`${thread.expert.displayName}'s draft`}
      className="mt-2 max-w-[min(36rem,85%)] self-end rounded-bubble border border-dashed px-3.5 py-2"
    >
      <p className="text-muted text-sm leading-5">{thread.expert.displayName}'s draft, not sent</p>
      <MessageBody body={draft} />
      <div className="mt-1 flex justify-end gap-1">
        <Button variant="ghost" size="small" disabled={isBusy} onClick={() => discard.mutate()}>
          Discard
        </Button>
        <Button
          variant="ghost"
          size="small"
          disabled={isBusy}
          onClick={() => edit({ text: draft })}
        >
          Edit
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => send.mutate()}>
          Send
        </Button>
      </div>
    </section>
  );
}

function useDiscard(threadId: string, messageId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete(`/api/threads/${threadId}/messages/${messageId}/draft`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['threads', threadId] }),
    onError: (error) => toast({ title: describeError(error), variant: 'destructive' }),
  });
}
