import { ScrollArea as RadixScrollArea } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { cn } from '#web/lib/cn.ts';

const hideDelayMs = 600;

export function ScrollArea({
  className,
  viewportRef,
  label,
  children,
}: {
  className?: string;
  viewportRef?: Ref<HTMLDivElement>;
  /** Names the region for screen readers; it takes the focus so that keys can scroll it. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <RadixScrollArea.Root
      scrollHideDelay={hideDelayMs}
      className={cn('relative overflow-hidden', className)}
    >
      <RadixScrollArea.Viewport
        ref={viewportRef}
        tabIndex={0}
        role={label ? 'region' : undefined}
        aria-label={label}
        // Radix lays the content out as a table, which long words would widen.
        className="size-full outline-offset-[-2px] [&>div]:block!"
      >
        {children}
      </RadixScrollArea.Viewport>
      <RadixScrollArea.Scrollbar
        orientation="vertical"
        className="flex w-2 touch-none select-none p-0.5 data-[state=hidden]:animate-fade-out data-[state=visible]:animate-fade-in"
      >
        <RadixScrollArea.Thumb className="flex-1 rounded-full bg-muted/40" />
      </RadixScrollArea.Scrollbar>
    </RadixScrollArea.Root>
  );
}
