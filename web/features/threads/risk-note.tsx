import type { Thread } from '#shared/api/threads.ts';
import { formatTimeNear } from '#web/lib/format.ts';
import { firstNameOf } from './describe-person.ts';

export function RiskNote({ thread }: { thread: Thread }) {
  if (!thread.riskAt) return null;
  const next = thread.isOptedOut
    ? 'They have since opted out of texts.'
    : 'Return or resolve this once they are safe.';
  return (
    <p
      role="status"
      className="shrink-0 border-t border-t-danger bg-danger-soft px-4 py-1.5 text-center text-danger text-sm"
    >
      Crisis detected <time dateTime={thread.riskAt}>{formatTimeNear(thread.riskAt)}</time>.{' '}
      {firstNameOf(thread)} was sent helplines to call. {next}
    </p>
  );
}
