import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';

export function PanelHeader({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <header className="flex items-start justify-between gap-3">
      {children}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close"
        className="-mt-1 -mr-2 text-muted"
        onClick={onClose}
      >
        <X aria-hidden />
      </Button>
    </header>
  );
}
