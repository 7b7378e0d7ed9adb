import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: whoever uses it says which control it is for
  return <label className={cn('font-semibold', className)} {...props} />;
}
