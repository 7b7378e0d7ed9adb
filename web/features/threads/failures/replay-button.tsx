import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

/** Null if there is nothing to retry. */
export function describeReplay(
  { answer, delivery, origin, expiredAt }: Message,
  { isCurrent, isOptedOut, canBeTexted, handler }: Thread,
): string | null {
  if (expiredAt) return null;
  // A question from the dashboard is answered there, even after the phone opted out.
  if (!isCurrent || ((isOptedOut || !canBeTexted) && origin !== 'web')) return null;
  if (answer?.state === 'failed' || mayBeAnswered(answer?.guard)) {
    return answer?.guard === 'left' ? 'Answer now' : 'Answer again';
  }
  const isReply = origin === 'admin' || (origin === 'ai' && handler === 'ai');
  return isReply && delivery?.state === 'failed' ? 'Send again' : null;
}

/** By another model or prompt, on another day, or after all. */
function mayBeAnswered(guard: string | null | undefined): boolean {
  return ['picture-limit', 'model', 'restored', 'too-long', 'left'].includes(guard ?? '');
}

export function ReplayButton({ message, thread }: { message: Message; thread: Thread }) {
  const { mutate, isPending } = useReplay(thread.id);
  return (
    <button
      type="button"
      className={linkStyle}
      aria-disabled={isPending}
      onClick={() => mutate(message.id)}
    >
      {isPending ? 'Trying again...' : describeReplay(message, thread)}
    </button>
  );
}

function useReplay(threadId: string) {
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
