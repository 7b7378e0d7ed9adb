import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

const badgeStyle = cva(
  'inline-flex max-w-full items-center gap-1 truncate rounded-full px-2 py-0.5 font-semibold text-xs leading-[1.4] forced-colors:border',
  {
    variants: {
      tone: {
        neutral: 'bg-secondary text-secondary-muted',
        primary: 'bg-primary-soft text-primary-soft-foreground',
        accent: 'bg-accent-soft text-accent',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

type Props = ComponentProps<'span'> & VariantProps<typeof badgeStyle>;

export function Badge({ className, tone, ...props }: Props) {
  return <span className={cn(badgeStyle({ tone }), className)} {...props} />;
}
