import { Button } from './ui/button.tsx';

export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-accent-soft px-3 py-2 text-accent"
    >
      Your unsaved changes are still here.
      <Button variant="link" size="inline" className="text-accent" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
