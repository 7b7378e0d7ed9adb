import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { ScrollArea } from './scroll-area.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export const Dialog = RadixDialog.Root;
export const DialogClose = RadixDialog.Close;

export function DialogContent({
  title,
  description,
  footer,
  findGoal,
  className,
  children,
  ...props
}: Omit<ComponentProps<typeof RadixDialog.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  findGoal?: Parameters<typeof useReturnFocus>[0];
}) {
  const returnFocus = useReturnFocus(findGoal);
  return (
    <RadixDialog.Portal>
      {/* On the dialogs' level, to dim one that is open. */}
      <RadixDialog.Overlay className="fixed inset-0 z-50 bg-black/40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
      <RadixDialog.Content
        // Without a description Radix requires an explicit undefined.
        {...(description ? {} : { 'aria-describedby': undefined })}
        className={cn(
          'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] default:max-w-lg -translate-y-1/2 flex-col rounded-card border bg-surface shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in short:overflow-y-auto',
          className,
        )}
        // An Escape that takes a word of an input method back leaves the dialog open.
        onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
        {...returnFocus}
        {...props}
      >
        <header className="grid gap-1 px-6 pt-6 pr-14 pb-4">
          <RadixDialog.Title className="font-semibold text-xl">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
          )}
        </header>
        <RadixDialog.Close
          aria-label="Close"
          className="absolute top-4 right-4 grid size-9 place-items-center max-md:top-3 max-md:right-3 max-md:size-11 rounded-control text-muted hover:bg-secondary-soft hover:text-foreground"
        >
          <X aria-hidden className="size-4" />
        </RadixDialog.Close>
        <ScrollArea
          label={typeof title === 'string' ? title : undefined}
          className="scroll-py-12 px-6 pb-6"
        >
          {children}
        </ScrollArea>
        {footer && (
          <footer className="flex flex-col-reverse gap-2 border-t px-6 py-4 sm:flex-row sm:justify-end">
            {footer}
          </footer>
        )}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
