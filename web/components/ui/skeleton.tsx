import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Decorative: the list around it says that it loads. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-pulse default:rounded-control bg-secondary-soft', className)}
      {...props}
    />
  );
}
