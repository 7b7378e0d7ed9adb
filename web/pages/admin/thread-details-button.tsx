import { Info } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';

const ThreadDetailsDialog = lazyPage(() =>
  import('./thread-details-dialog.tsx').then((module) => module.ThreadDetailsDialog),
);

export function ThreadDetailsButton({ threadId }: { threadId: string }) {
  const { value, open, close } = useDialogAddress('details');
  const isOpen = value !== null;
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Details"
        className="-mr-2 xl:hidden"
        onPointerEnter={ThreadDetailsDialog.preload}
        onFocus={ThreadDetailsDialog.preload}
        onClick={() => open('open')}
      >
        <Info aria-hidden />
      </Button>
      {wasOpened.current && (
        <Suspense fallback={null}>
          <ThreadDetailsDialog
            threadId={threadId}
            isOpen={isOpen}
            onOpenChange={(opens) => !opens && close()}
          />
        </Suspense>
      )}
    </>
  );
}
