import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ThreadBadges } from './thread-badges.tsx';

const cardStyle = 'flex h-full items-start gap-3 rounded-card border bg-surface p-4';

export function ThreadCard({ thread }: { thread: Thread }) {
  const { id, title, expert, lastMessage, lastMessageAt } = thread;
  return (
    <Link
      href={`/threads/${id}`}
      className={`${cardStyle} transition-colors duration-150 hover:bg-sunken`}
    >
      <Avatar name={expert.displayName} imageUrl={expert.imageUrl} className="size-11" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        {/* Wraps with large text. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2
            dir="auto"
            className="line-clamp-6 min-w-[min(100%,8rem)] flex-1 text-left font-semibold wrap-anywhere"
          >
            {title}
          </h2>
          {lastMessageAt && (
            <RelativeTime timestamp={lastMessageAt} className="shrink-0 text-muted text-sm" />
          )}
        </div>
        <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
          {lastMessage ?? 'No messages yet'}
        </p>
        <div className="flex min-w-0 flex-wrap gap-1.5 pt-0.5">
          {title !== expert.displayName && <Badge dir="auto">{expert.displayName}</Badge>}
          <ChannelBadge channel={expert.channel} />
          <ThreadBadges thread={thread} />
        </div>
      </div>
    </Link>
  );
}

export function ThreadCardSkeleton() {
  return (
    <div className={cardStyle}>
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="grid flex-1 grid-cols-1 gap-2.5 pt-1">
        <div className="flex justify-between gap-3">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-4 w-8" />
        </div>
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-24 rounded-full" />
      </div>
    </div>
  );
}
