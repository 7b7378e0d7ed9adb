import { UserRound } from 'lucide-react';
import type { Thread } from '#shared/api/threads.ts';
import { ElapsedTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';

export function ThreadBadges({ thread }: { thread: Thread }) {
  const me = useCurrentUser();
  return (
    <>
      {(thread.humanWantedAt || thread.waitsSince) && (
        <Badge tone="accent">
          {thread.humanWantedAt ? 'Wants a human' : 'Waits'}{' '}
          {thread.waitsSince && <ElapsedTime since={thread.waitsSince} />}
        </Badge>
      )}
      <OptOutBadge thread={thread} />
      {thread.assignee && (
        <Badge>
          <UserRound aria-hidden className="size-3" />
          <span className="sr-only">Assigned to </span>
          <span className="max-w-24 truncate">
            {thread.assignee.id === me.id ? 'You' : thread.assignee.name.split(/[ @]/)[0]}
          </span>
        </Badge>
      )}
      {thread.isResolved && <Badge tone="primary">Resolved</Badge>}
      {thread.hasFailed && <Badge tone="danger">Failed</Badge>}
    </>
  );
}

export function OptOutBadge({ thread }: { thread: Thread }) {
  if (!thread.isOptedOut) return null;
  return <Badge tone="accent">{thread.hasClosed ? 'Closed by person' : 'Opted out'}</Badge>;
}
