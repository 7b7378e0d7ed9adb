import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { useReturnFocus } from './use-return-focus.ts';

export function Sheet({
  title,
  isOpen,
  onOpenChange,
  className,
  children,
}: {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-black/40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className={cn(
            'fixed inset-y-0 left-0 z-50 flex default:w-72 max-w-[90vw] flex-col border-r bg-sunken shadow-float outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
            className,
          )}
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {/* First, because the first button gets the focus. */}
          <RadixDialog.Close
            aria-label="Close menu"
            className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-control text-muted hover:bg-secondary-soft hover:text-foreground"
          >
            <X aria-hidden className="size-5" />
          </RadixDialog.Close>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
