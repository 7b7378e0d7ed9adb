import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { avatarNameOf, describePerson } from '../known/describe-person.ts';
import { ChannelMark } from './channel-mark.tsx';
import { hasState, RowAssignee, RowLabels, RowState } from './row-marks.tsx';
import { RowWords } from './row-words.tsx';

/** Rows out of view cost no layout. */
export const threadRowStyle =
  'border-b [contain-intrinsic-size:auto_3.8rem] [content-visibility:auto]';

const itemStyle = 'flex items-center gap-3 px-4 py-2.5';

export function ThreadListItem({
  thread,
  href,
  isSelected,
}: {
  thread: Thread;
  href: string;
  isSelected: boolean;
}) {
  const { expert, lastMessageAt, isUnread, riskAt, typed } = thread;
  return (
    <Link
      href={href}
      // See useRovingStop.
      tabIndex={-1}
      data-thread={thread.id}
      aria-current={isSelected ? 'true' : undefined}
      className={cn(
        itemStyle,
        'relative outline-offset-[-2px] transition-colors duration-150',
        isSelected ? 'bg-primary-soft marked-row' : 'hover:bg-sunken focus-visible:bg-sunken',
      )}
    >
      {isUnread && (
        <span className="absolute top-1/2 left-1 size-2 -translate-y-1/2 rounded-full bg-primary">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span className="relative shrink-0">
        <Avatar name={avatarNameOf(thread)} className="size-9.5" />
        <ChannelMark channel={expert.channel} />
        {/* The badge says it in words. */}
        {riskAt && (
          <span className="absolute inset-0 rounded-full ring-2 ring-danger ring-offset-2 ring-offset-background" />
        )}
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-1 leading-5">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            title={describePerson(thread)}
            className={cn('min-w-18 truncate', isUnread ? 'font-bold' : 'font-medium')}
          >
            {describePerson(thread)}
          </span>
          {/* Gives way to the name and a state; else it has a quarter of the row. */}
          <span
            dir="auto"
            className={cn(
              'flex-1 truncate text-left text-muted text-sm',
              hasState(thread) ? 'min-w-12' : 'min-w-1/4',
            )}
          >
            {expert.displayName}
          </span>
          {typed && <span className="shrink-0 font-medium text-accent text-sm">Draft</span>}
          <RowState thread={thread} />
          {lastMessageAt && (
            <RelativeTime timestamp={lastMessageAt} className="shrink-0 text-muted text-sm" />
          )}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <RowWords thread={thread} />
          <RowLabels thread={thread} />
          <RowAssignee thread={thread} />
        </span>
      </span>
    </Link>
  );
}

export function ThreadListSkeleton({ label = 'Loading conversations' }: { label?: string }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((item) => (
        <div key={item} className={itemStyle}>
          <Skeleton className="size-9.5 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2.5 py-1">
            <div className="flex justify-between">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="h-3.5 w-8" />
            </div>
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
