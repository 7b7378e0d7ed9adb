import type { Thread } from '#shared/api/threads.ts';
import { Badge } from '#web/components/ui/badge.tsx';

export function ThreadBadges({ thread }: { thread: Thread }) {
  return (
    <>
      <OptOutBadge thread={thread} />
      {thread.hasFailed && <Badge tone="danger">Failed</Badge>}
    </>
  );
}

export function OptOutBadge({ thread }: { thread: Thread }) {
  if (!thread.canBeTexted) return <Badge tone="accent">Can't be answered</Badge>;
  if (!thread.isOptedOut) return null;
  return <Badge tone="accent">{thread.hasClosed ? 'Closed by person' : 'Opted out'}</Badge>;
}
