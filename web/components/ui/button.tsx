import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

const buttonStyle = cva(
  'inline-flex shrink-0 items-center default:justify-center default:gap-2 default:whitespace-nowrap rounded-control default:font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 default:[&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'bg-primary text-primary-foreground inset-ring inset-ring-primary-line enabled:hover:bg-primary-hover enabled:hover:inset-ring-transparent',
        outline: 'border bg-surface text-foreground enabled:hover:bg-sunken',
        secondary:
          'bg-secondary text-secondary-foreground enabled:hover:bg-line enabled:hover:text-foreground',
        ghost: 'default:text-foreground enabled:hover:bg-secondary-soft',
        danger: 'bg-danger text-danger-foreground enabled:hover:bg-danger/90',
        link: 'text-primary underline underline-offset-4 enabled:hover:no-underline',
      },
      size: {
        default: 'h-(--control) default:px-4',
        small: 'h-[calc(var(--control)*0.85)] px-3 text-sm max-md:h-(--control)',
        large: 'h-11 px-5',
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
