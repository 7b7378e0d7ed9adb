import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Text wider than the screen wraps. */
const buttonStyle = cva(
  'inline-flex max-w-full shrink-0 items-center default:justify-center default:gap-2 rounded-control default:text-center default:font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-pressed:marked default:[&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'bg-primary text-primary-foreground inset-ring inset-ring-primary-line forced-colors:border enabled:hover:bg-primary-hover enabled:hover:inset-ring-transparent',
        outline: 'border border-line-control bg-surface text-foreground enabled:hover:bg-sunken',
        secondary:
          'bg-secondary text-secondary-foreground forced-colors:border enabled:hover:bg-line enabled:hover:text-foreground',
        ghost: 'default:text-foreground enabled:hover:bg-secondary-soft',
        danger: 'bg-danger text-danger-foreground forced-colors:border enabled:hover:bg-danger/90',
        link: 'text-primary underline underline-offset-4 enabled:hover:no-underline',
      },
      size: {
        default: 'min-h-(--control) default:px-4 py-1',
        small: 'min-h-[calc(var(--control)-0.25rem)] px-3 py-0.5 text-sm max-md:min-h-(--control)',
        large: 'min-h-(--control) px-5 py-1',
        icon: 'size-(--control)',
        inline: 'h-auto',
      },
    },
    defaultVariants: { variant: 'primary', size: 'default' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof buttonStyle> & { asChild?: boolean };

export function Button({ className, variant, size, asChild, type, ...props }: Props) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      type={asChild ? type : (type ?? 'button')}
      className={cn(buttonStyle({ variant, size }), className)}
      {...props}
    />
  );
}
