import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export const fieldStyle =
  'w-full min-w-0 rounded-control border border-line-control bg-surface px-3 text-foreground transition-[border-color,box-shadow] duration-150 focus-visible:border-primary focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-primary/40 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger/40';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input className={cn(fieldStyle, 'h-(--control) read-only:bg-sunken', className)} {...props} />
  );
}
