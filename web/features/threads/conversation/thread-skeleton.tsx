import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';

const bubbles = [
  { key: 'one', className: 'w-3/5' },
  { key: 'two', className: 'h-14 w-2/3 self-end' },
  { key: 'three', className: 'w-2/5' },
  { key: 'four', className: 'w-1/3' },
  { key: 'five', className: 'h-14 w-3/5 self-end' },
];

export function ThreadSkeleton({ leading }: { leading?: ReactNode }) {
  return (
    <div role="status" className="flex h-full flex-col">
      <span className="sr-only">Loading conversation</span>
      <div className="flex min-h-16 items-center gap-3 border-b px-4 sm:px-6">
        {leading}
        <Skeleton className="size-9 shrink-0 rounded-full" />
        <div className="grid flex-1 grid-cols-1 gap-1.5">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-3 w-56 max-w-full" />
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-end gap-3 overflow-hidden p-4 sm:p-6">
        {bubbles.map(({ key, className }) => (
          <Skeleton key={key} className={cn('default:h-9 max-w-lg rounded-bubble', className)} />
        ))}
      </div>
      <div className="border-t p-4 sm:px-6">
        <Skeleton className="h-13" />
      </div>
    </div>
  );
}
