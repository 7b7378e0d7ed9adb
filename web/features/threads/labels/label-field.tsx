import { Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { LabelChip } from './label-chip.tsx';

export const LabelChooser = lazy(async () => ({
  default: (await import('./label-chooser.tsx')).LabelChooser,
}));

const LabelDialog = lazy(async () => ({
  default: (await import('./label-dialog.tsx')).LabelDialog,
}));

export function LabelManager() {
  const { value, close } = useDialogAddress('manage');
  return (
    value === 'labels' && (
      <Suspense>
        <LabelDialog onClose={close} />
      </Suspense>
    )
  );
}

export function LabelField({ thread }: { thread: Thread }) {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <span className="flex flex-wrap items-center gap-1.5 pt-0.5">
        {thread.labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        <Button
          variant="ghost"
          size="small"
          className="-ml-2 px-2 font-medium text-muted"
          onClick={() => setIsChoosing(true)}
        >
          <Tag aria-hidden />
          {thread.labels.length > 0 ? 'Change' : 'Add a label'}
        </Button>
      </span>
      {isChoosing && (
        <Suspense>
          <LabelChooser threads={[thread]} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
