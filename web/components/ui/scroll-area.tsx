import { ScrollArea as RadixScrollArea } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

const hideDelayMs = 600;

/** The region takes the focus, so the keyboard can scroll it. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <RadixScrollArea.Root
      scrollHideDelay={hideDelayMs}
      className="flex min-h-0 flex-1 flex-col overflow-hidden short:flex-none"
    >
      <RadixScrollArea.Viewport
        role="region"
        aria-label={label}
        tabIndex={0}
        // Radix uses a table layout, which long words would widen.
        className={cn('min-h-0 flex-1 outline-offset-[-2px] [&>div]:block!', className)}
      >
        {children}
      </RadixScrollArea.Viewport>
      <RadixScrollArea.Scrollbar className="flex w-2.5 touch-none select-none p-0.5 data-[state=hidden]:animate-fade-out data-[state=visible]:animate-fade-in">
        <RadixScrollArea.Thumb className="flex-1 rounded-full bg-foreground/30 hover:bg-foreground/50" />
      </RadixScrollArea.Scrollbar>
    </RadixScrollArea.Root>
  );
}
