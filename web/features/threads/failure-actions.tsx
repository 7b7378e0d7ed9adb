import type { RefObject } from 'react';
import { failuresAtOnce } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import type { RepairAction } from './failures-api.ts';
import type { useThreadSelection } from './use-thread-selection.ts';

const actions: [RepairAction, string][] = [
  ['send', 'Send again'],
  ['answer', 'Answer again'],
  ['dismiss', 'Dismiss'],
];

type Props = {
  selectAllRef: RefObject<HTMLButtonElement | null>;
  /** How many conversations match, loaded or not. */
  matching: number;
  selection: Pick<ReturnType<typeof useThreadSelection>, 'isAll' | 'ids' | 'selectAll'>;
  isPending: boolean;
  onSettle: (action: RepairAction) => void;
};

/** Stays above the list: what is selected, and what can be done with it. */
export function FailureActions({ selectAllRef, matching, selection, isPending, onSettle }: Props) {
  const { isAll, ids, selectAll } = selection;
  const isAny = isAll || ids.length > 0;
  return (
    <div className="sticky top-0 z-10 grid gap-1 border-b bg-background px-4 py-2">
      <div className="flex min-h-7 items-center gap-3 max-md:min-h-9">
        <Checkbox
          ref={selectAllRef}
          id="select-all-failed"
          checked={isAll}
          onCheckedChange={(checked) => selectAll(checked === true)}
        />
        <label htmlFor="select-all-failed" className="font-medium text-sm">
          Select all that match
        </label>
        <p role="status" className="ml-auto text-muted text-sm tabular-nums">
          {describeSelection(isAll, ids.length, matching)}
        </p>
      </div>
      {isAny && (
        <div className="-mx-2 flex flex-wrap gap-1" aria-busy={isPending}>
          {actions.map(([action, label]) => (
            <Button
              key={action}
              variant="ghost"
              size="small"
              className="px-2"
              aria-disabled={isPending}
              onClick={() => onSettle(action)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function describeSelection(isAll: boolean, selected: number, matching: number): string {
  if (isAll && matching > failuresAtOnce) {
    return `Newest ${failuresAtOnce} of ${matching.toLocaleString('en-US')}`;
  }
  if (isAll) return `All ${matching} selected`;
  return selected > 0 ? `${selected} selected` : '';
}
