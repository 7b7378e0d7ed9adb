import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { type SelectableListProps, SelectableThreads } from './selectable-threads.tsx';
import { useThreadSelection } from './use-thread-selection.ts';

type Props = SelectableListProps & {
  /** Chosen by key before the list was one to choose from. */
  firstId: string | null;
  hasMore: boolean;
  onDone: () => void;
};

/** Any list while conversations are chosen from it. */
export function ChosenThreads({ firstId, hasMore, onDone, ...props }: Props) {
  const selection = useThreadSelection(props.threads, firstId);
  const selectAll = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // By key, the focus stays on its row, which is drawn anew.
    const row = firstId && document.querySelector<HTMLElement>(`[data-thread="${firstId}"]`);
    (row || selectAll.current)?.focus();
  }, [firstId]);
  return (
    <SelectableThreads
      {...props}
      selectAllRef={selectAll}
      matching={hasMore ? null : props.threads.length}
      selection={selection}
      end={
        <Button
          variant="ghost"
          size="icon"
          aria-label="End the selection"
          className="-my-2 -mr-2"
          onClick={onDone}
        >
          <X aria-hidden />
        </Button>
      }
    />
  );
}
