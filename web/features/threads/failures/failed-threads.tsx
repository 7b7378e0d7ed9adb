import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { omitState } from '../known/thread-filters.ts';
import { threadCountsQuery } from '../known/threads-api.ts';
import { type SelectableListProps, SelectableThreads } from '../list/selectable-threads.tsx';
import { useThreadSelection } from '../list/use-thread-selection.ts';
import { listLeftOver, type RepairAction, useSettleFailures } from './failures-api.ts';

const repairs: [RepairAction, string][] = [
  ['repair', 'Repair'],
  ['dismiss', 'Dismiss'],
];

export function FailedThreads(props: SelectableListProps) {
  const { threads, scope } = props;
  const { data } = useQuery(threadCountsQuery(scope));
  const selection = useThreadSelection(threads);
  const { mutate, isPending } = useSettleFailures();
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const selectAll = useRef<HTMLButtonElement>(null);

  const settle = (action: RepairAction) => {
    const which = selection.isAll ? { all: true as const } : { threadIds: selection.ids };
    mutate(
      { action, ...which, ...omitState(scope) },
      {
        onSuccess: (reply) => {
          const leftOver = listLeftOver(reply, action);
          setNotes(leftOver);
          // What could not be repaired stays selected, to be dismissed in one step.
          selection.select(leftOver.keys());
          // The focused button disappears with the selection.
          selectAll.current?.focus();
        },
      },
    );
  };
  return (
    <SelectableThreads
      {...props}
      selectAllRef={selectAll}
      matching={Math.max(data?.counts.failed ?? 0, threads.length)}
      selection={selection}
      notes={notes}
      actions={repairs.map(([action, label]) => (
        <Button
          key={action}
          variant="ghost"
          size="small"
          className="px-2"
          aria-disabled={isPending}
          onClick={() => settle(action)}
        >
          {label}
        </Button>
      ))}
    />
  );
}
