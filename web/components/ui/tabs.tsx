import { Tabs as RadixTabs } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export const Tabs = RadixTabs.Root;
export const TabsContent = RadixTabs.Content;

export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={cn('grid auto-cols-fr grid-flow-col rounded-[10px] bg-secondary p-1', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={cn(
        'h-(--control) rounded-control border border-transparent px-3 font-semibold text-muted transition-colors duration-150 hover:text-foreground data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:text-foreground',
        className,
      )}
      {...props}
    />
  );
}
