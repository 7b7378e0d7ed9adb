import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { fieldStyle } from './input.tsx';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={cn(fieldStyle, 'default:min-h-24 py-2', className)}
      {...props}
    />
  );
}
