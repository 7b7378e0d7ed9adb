import { DropdownMenu } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export const Dropdown = DropdownMenu.Root;
export const DropdownTrigger = DropdownMenu.Trigger;

export function DropdownContent({
  className,
  ...props
}: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-44 rounded-control border bg-surface p-1 shadow-float data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      />
    </DropdownMenu.Portal>
  );
}

export function DropdownItem({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  return (
    <DropdownMenu.Item
      className={cn(
        'flex min-h-9 cursor-default select-none items-center gap-2 rounded-[6px] px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-secondary [&_svg]:size-4',
        className,
      )}
      {...props}
    />
  );
}
