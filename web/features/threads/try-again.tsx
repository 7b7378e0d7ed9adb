import type { Message, Thread } from '#shared/api/threads.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { useReplay } from './api.ts';

/** What an admin can do about a failed message; null where there is nothing to do. */
export function describeReplay(
  { answer, delivery, origin }: Message,
  { isCurrent, isOptedOut }: Thread,
): string | null {
  // What was asked on the dashboard is answered there, also while the phone takes no texts.
  if (!isCurrent || (isOptedOut && origin !== 'web')) return null;
  if (answer?.state === 'failed') return 'Answer again';
  const isReply = origin === 'ai' || origin === 'admin';
  return isReply && delivery?.state === 'failed' ? 'Send again' : null;
}

/** The way back from a failure, in the line that tells of it. */
export function TryAgain({ message, thread }: { message: Message; thread: Thread }) {
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
