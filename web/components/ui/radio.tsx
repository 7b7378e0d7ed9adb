import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Native radio buttons of one name: arrows move and pick, Tab enters and leaves the group. */
export function Radio({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="radio"
      className={cn(
        'size-5 shrink-0 appearance-none rounded-full border border-muted bg-surface transition-[border-width,border-color] duration-150 checked:border-6 checked:border-primary',
        className,
      )}
      {...props}
    />
  );
}
