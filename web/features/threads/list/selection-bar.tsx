import type { ReactNode, RefObject } from 'react';
import { threadsAtOnce } from '#shared/limits.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { useAnnounced } from '#web/lib/announce.ts';
import type { ThreadSelection } from './use-thread-selection.ts';

type Props = {
  selectAllRef: RefObject<HTMLButtonElement | null>;
  /** How many match, loaded or not; null if unknown. */
  matching: number | null;
  selection: Pick<ThreadSelection, 'isAll' | 'ids' | 'selectAll'>;
  actions: ReactNode;
  end?: ReactNode;
};

export function SelectionBar({ selectAllRef, matching, selection, actions, end }: Props) {
  const { isAll, ids, selectAll } = selection;
  const selected = describeSelection(isAll, ids.length, matching);
  useAnnounced(selected, { isNews: true });
  return (
    <div data-uncovered className="sticky top-0 z-10 grid gap-1 border-b bg-background px-4 py-2">
      <div className="flex min-h-7 items-center gap-3 max-md:min-h-9">
        <Checkbox
          ref={selectAllRef}
          id="select-all"
          checked={isAll}
          onCheckedChange={(checked) => selectAll(checked === true)}
        />
        <label htmlFor="select-all" className="font-medium text-sm">
          Select all that match
        </label>
        <p className="ml-auto text-muted text-sm tabular-nums">{selected}</p>
        {end}
      </div>
      {(isAll || ids.length > 0) && <div className="-mx-2 flex flex-wrap gap-1">{actions}</div>}
    </div>
  );
}

function describeSelection(isAll: boolean, selected: number, matching: number | null): string {
  if (!isAll) return selected > 0 ? `${selected} selected` : '';
  if (matching === null) return `Newest ${threadsAtOnce}`;
  if (matching <= threadsAtOnce) return `All ${matching} selected`;
  return `Newest ${threadsAtOnce} of ${matching.toLocaleString('en-US')}`;
}
