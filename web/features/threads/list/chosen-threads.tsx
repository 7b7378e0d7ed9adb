import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { type SelectableListProps, SelectableThreads } from './selectable-threads.tsx';
import { useThreadSelection } from './use-thread-selection.ts';

type Props = SelectableListProps & {
  /** Selected by key before the selection began. */
  firstId: string | null;
  hasMore: boolean;
  onDone: () => void;
};

export function ChosenThreads({ firstId, hasMore, onDone, ...props }: Props) {
  const selection = useThreadSelection(props.threads, firstId);
  const selectAll = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After a key press, the focus returns to its row, which is a new element.
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
