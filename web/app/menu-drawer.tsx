import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';

const Sheet = lazyPage(() => import('#web/components/ui/sheet.tsx').then((module) => module.Sheet));

export function MenuDrawer({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={Sheet.preload}
        onFocus={Sheet.preload}
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      {wasOpened.current && (
        <Suspense fallback={null}>
          <Sheet title="Menu" isOpen={isOpen} onOpenChange={setIsOpen}>
            {children(() => setIsOpen(false))}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}
