import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { fieldStyle } from './input.tsx';

export const Select = RadixSelect.Root;

export function SelectTrigger({
  className,
  placeholder,
  ...props
}: ComponentProps<typeof RadixSelect.Trigger> & { placeholder?: string }) {
  return (
    <RadixSelect.Trigger
      className={cn(
        fieldStyle,
        'flex h-(--control) items-center justify-between gap-2 text-left data-placeholder:text-muted',
        className,
      )}
      {...props}
    >
      <span className="truncate">
        <RadixSelect.Value placeholder={placeholder} />
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </RadixSelect.Trigger>
  );
}

export function SelectContent({
  className,
  children,
  ...props
}: ComponentProps<typeof RadixSelect.Content>) {
  return (
    <RadixSelect.Portal>
      <RadixSelect.Content
        position="popper"
        sideOffset={4}
        className={cn(
          'z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-control border bg-surface shadow-float data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      >
        <RadixSelect.Viewport className="p-1">{children}</RadixSelect.Viewport>
      </RadixSelect.Content>
    </RadixSelect.Portal>
  );
}

export function SelectItem({
  className,
  children,
  ...props
}: ComponentProps<typeof RadixSelect.Item>) {
  return (
    <RadixSelect.Item
      className={cn(
        'flex min-h-9 cursor-default select-none items-center justify-between gap-3 rounded-[6px] px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-secondary-soft',
        className,
      )}
      {...props}
    >
      <RadixSelect.ItemText>{children}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator>
        <Check aria-hidden className="size-4 text-primary" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
