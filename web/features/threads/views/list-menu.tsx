import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import type { InboxPlace } from '#web/links/inbox-place.ts';

const loadPanel = () => import('./views-panel.tsx');
const ViewsPanel = lazy(async () => ({ default: (await loadPanel()).ViewsPanel }));

type Props = {
  place: Pick<InboxPlace, 'scope' | 'search'>;
  /** Null if the list can't be selected from. */
  onSelect: (() => void) | null;
};

export function ListMenu(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={opener}
        variant="ghost"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={loadPanel}
        onClick={() => setIsOpen(true)}
        className="-my-1 -mr-2 gap-1 px-2 text-muted"
      >
        Views
        <ChevronDown aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <ViewsPanel {...props} opener={opener} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
