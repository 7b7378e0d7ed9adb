import type { Thread } from '#shared/api/threads.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { useSettleFailures } from './failures-api.ts';

export function FailureNote({ thread }: { thread: Thread }) {
  const { mutate, isPending } = useSettleFailures();
  return (
    <p className="shrink-0 border-t bg-danger-soft px-4 py-1.5 text-danger text-sm sm:px-6">
      A message failed here.{' '}
      <button
        type="button"
        className={linkStyle}
        aria-disabled={isPending}
        onClick={() => mutate({ action: 'dismiss', threadIds: [thread.id] })}
      >
        Dismiss
      </button>
    </p>
  );
}
