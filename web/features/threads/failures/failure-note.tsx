import type { Thread } from '#shared/api/threads.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { type RepairAction, useSettleFailures } from './failures-api.ts';

export function FailureNote({ thread }: { thread: Thread }) {
  const { mutate, isPending } = useSettleFailures();
  const button = (action: RepairAction, label: string) => (
    <button
      type="button"
      className={linkStyle}
      aria-disabled={isPending}
      onClick={() => mutate({ action, threadIds: [thread.id] })}
    >
      {label}
    </button>
  );
  return (
    <p className="shrink-0 border-t bg-danger-soft px-4 py-1.5 text-danger text-sm sm:px-6">
      {describeFailure(thread)} {thread.isCurrent && button('repair', 'Repair')}{' '}
      {button('dismiss', 'Dismiss')}
    </p>
  );
}

function describeFailure({ failure }: Thread): string {
  if (!failure) return 'A message failed here.';
  const what = failure.isAnswer ? 'A text was not answered' : 'A text was not delivered';
  return failure.reason ? `${what}: ${failure.reason}` : `${what}.`;
}
