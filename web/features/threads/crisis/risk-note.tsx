import type { Thread } from '#shared/api/threads.ts';
import { formatTimeNear } from '#web/lib/format.ts';
import { firstNameOf } from '../known/describe-person.ts';

export function RiskNote({ thread }: { thread: Thread }) {
  if (!thread.riskAt) return <ConcernNote thread={thread} />;
  const next = thread.isOptedOut
    ? 'They have since opted out of texts.'
    : 'Return or resolve this once they are safe.';
  return (
    <p className="shrink-0 border-t border-t-danger bg-danger-soft px-4 py-1.5 text-danger text-sm sm:px-6">
      Crisis detected <time dateTime={thread.riskAt}>{formatTimeNear(thread.riskAt)}</time>.{' '}
      {firstNameOf(thread)} was sent helplines to call. {next}
    </p>
  );
}

/** Quiet: it may be nothing, and nothing waits. */
function ConcernNote({ thread }: { thread: Thread }) {
  const { concernAt, expert } = thread;
  if (!concernAt) return null;
  return (
    <p className="shrink-0 border-t bg-sunken px-4 py-1.5 text-muted text-sm sm:px-6">
      May need help: something {firstNameOf(thread)} wrote{' '}
      <time dateTime={concernAt}>{formatTimeNear(concernAt)}</time> can be a sign of distress.{' '}
      {expert.displayName} goes on answering.
    </p>
  );
}
