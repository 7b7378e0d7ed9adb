import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useRef } from 'react';
import { undoMs } from '#shared/limits.ts';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { dismissToast, type Toast, useToasts } from '#web/lib/toast.ts';
import { useToastPlace } from './use-toast-place.ts';

const durationMs = 5000;
const swipeThreshold = 50;

export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  const place = useToastPlace(
    viewport,
    toasts.some(({ isOpen }) => isOpen),
  );
  return (
    <RadixToast.Provider
      duration={durationMs}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport
        ref={viewport}
        data-toasts
        hotkey={['F8']}
        style={place ?? undefined}
        className={cn(
          'pointer-events-none fixed z-60 flex flex-col gap-2 outline-none',
          !place && 'inset-x-3 bottom-3',
        )}
      />
    </RadixToast.Provider>
  );
}

/** Escape is for what one works in; the library would close the toast above it. */
function closeDialogInstead(event: KeyboardEvent): void {
  const dialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
  const close = dialog?.querySelector<HTMLElement>(':scope > button[aria-label=Close]');
  const isInList = document.querySelector('[role=listbox], [role=menu]') !== null;
  if (!close || isInList || isComposing(event)) return;
  event.preventDefault();
  close.click();
}

function ToastCard({ toast }: { toast: Toast }) {
  const isDestructive = toast.variant === 'destructive';
  return (
    <RadixToast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
      {...(toast.onUndo && { duration: undoMs })}
      onEscapeKeyDown={closeDialogInstead}
      type={isDestructive ? 'foreground' : 'background'}
      data-toast
      data-variant={toast.variant}
      className={cn(
        'pointer-events-auto flex items-start gap-3 rounded-control border p-4 shadow-float',
        'data-[state=closed]:animate-fade-out data-[swipe=end]:animate-swipe-out data-[state=open]:animate-rise',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDestructive ? 'border-danger/30 bg-danger-soft text-danger' : 'bg-surface',
      )}
    >
      <div className="grid min-w-0 flex-1 gap-0.5">
        <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
        {toast.description && (
          <RadixToast.Description
            className={cn('text-sm wrap-anywhere', isDestructive ? 'text-danger' : 'text-muted')}
          >
            {toast.description}
          </RadixToast.Description>
        )}
      </div>
      {toast.onUndo && (
        <RadixToast.Action
          altText="Undo"
          onClick={toast.onUndo}
          className="-my-1 rounded-control px-2 py-1 font-semibold text-primary hover:bg-foreground/8 max-md:min-h-11"
        >
          Undo
        </RadixToast.Action>
      )}
      <RadixToast.Close
        aria-label="Close notification"
        className="-m-1.5 grid size-8 shrink-0 max-md:-m-3 max-md:size-11 place-items-center rounded-control hover:bg-foreground/8"
      >
        <X aria-hidden className="size-4" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
