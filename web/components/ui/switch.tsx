import { Switch as RadixSwitch } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export function Switch({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-muted bg-secondary-soft p-0.5 transition-colors duration-150 disabled:opacity-55 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="size-4.5 rounded-full bg-muted transition-transform duration-150 data-[state=checked]:translate-x-4 data-[state=checked]:bg-primary-foreground" />
    </RadixSwitch.Root>
  );
}
