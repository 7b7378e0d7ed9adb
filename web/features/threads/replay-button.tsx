import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { useReplay } from './api.ts';

/** Null if there is nothing to retry. */
export function describeReplay(
  { answer, delivery, origin }: Message,
  { isCurrent, isOptedOut, handler }: Thread,
): string | null {
  // A question from the dashboard is answered there, even after the phone opted out.
  if (!isCurrent || (isOptedOut && origin !== 'web')) return null;
  if (answer?.state === 'failed' || answer?.guard === 'picture-limit') return 'Answer again';
  const isReply = origin === 'admin' || (origin === 'ai' && handler === 'ai');
  return isReply && delivery?.state === 'failed' ? 'Send again' : null;
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
