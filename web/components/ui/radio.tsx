import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Native: arrow keys move within a group of one name. */
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
