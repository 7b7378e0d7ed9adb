import { useAnnounced } from '#web/lib/announce.ts';
import { Button } from './ui/button.tsx';

const note = 'Your unsaved changes are still here.';

export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  useAnnounced(note, { isNews: true });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-accent-soft px-3 py-2 text-accent">
      {note}
      <Button variant="link" size="inline" className="text-accent" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
