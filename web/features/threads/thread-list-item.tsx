import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { avatarNameOf, describePerson } from './describe-person.ts';
import { ThreadBadges } from './thread-badges.tsx';

/** Rows out of view cost no layout. */
export const threadRowStyle =
  'border-b [contain-intrinsic-size:auto_5.6rem] [content-visibility:auto]';

const itemStyle = 'flex gap-3 px-4 py-3';

export function ThreadListItem({
  thread,
  href,
  isSelected,
}: {
  thread: Thread;
  href: string;
  isSelected: boolean;
}) {
  const { expert, lastMessage, lastMessageAt } = thread;
  const name = describePerson(thread);
  return (
    <Link
      href={href}
      data-thread={thread.id}
      aria-current={isSelected ? 'true' : undefined}
      className={cn(
        itemStyle,
        'outline-offset-[-2px] transition-colors duration-150',
        isSelected ? 'bg-primary-soft' : 'hover:bg-sunken focus-visible:bg-sunken',
      )}
    >
      <Avatar name={avatarNameOf(thread)} className="size-9.5" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          {lastMessageAt && (
            <RelativeTime timestamp={lastMessageAt} className="shrink-0 text-muted text-sm" />
          )}
        </div>
        <p dir="auto" className="truncate text-muted">
          {lastMessage ?? 'No messages yet'}
        </p>
        <div className="flex min-w-0 flex-wrap gap-1.5 pt-1">
          <ChannelBadge channel={expert.channel} />
          <Badge>{expert.displayName}</Badge>
          <ThreadBadges thread={thread} />
        </div>
      </div>
    </Link>
  );
}

export function ThreadListSkeleton({ label = 'Loading conversations' }: { label?: string }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {['one', 'two', 'three', 'four', 'five', 'six'].map((item) => (
        <div key={item} className={itemStyle}>
          <Skeleton className="size-9.5 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2.5 py-1">
            <div className="flex justify-between">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="h-3.5 w-8" />
            </div>
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-4 w-24 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
