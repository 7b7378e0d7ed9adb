import { useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { threadsAtOnce } from '#shared/limits.ts';

/** `isAll`: all that match are selected, loaded or not. */
type Selection = { isAll: boolean; ids: ReadonlySet<string>; lastId: string | null };

const nothing: Selection = { isAll: false, ids: new Set(), lastId: null };

export type ThreadSelection = ReturnType<typeof useThreadSelection>;

/** @param firstId selected from the start. */
export function useThreadSelection(threads: Thread[], firstId: string | null = null) {
  const [{ isAll, ids, lastId }, setSelection] = useState<Selection>({
    isAll: false,
    ids: new Set(firstId ? [firstId] : []),
    lastId: firstId,
  });
  const listed = threads.map(({ id }) => id);
  const isSelected = (id: string) => isAll || ids.has(id);
  return {
    isAll,
    isSelected,
    /** In list order, at most as many as one request takes. */
    ids: listed.filter((id) => ids.has(id)).slice(0, threadsAtOnce),
    selectAll: (wanted: boolean) => setSelection({ ...nothing, isAll: wanted }),
    select: (wanted: Iterable<string>) => setSelection({ ...nothing, ids: new Set(wanted) }),
    /** @param isRange as with Shift, also selects all since the last. */
    toggle: (id: string, isRange: boolean) => {
      const chosen = new Set(listed.filter(isSelected));
      const range = isRange ? idsBetween(listed, lastId, id) : [];
      for (const one of range) chosen.add(one);
      if (range.length === 0 && !chosen.delete(id)) chosen.add(id);
      setSelection({ isAll: false, ids: chosen, lastId: id });
    },
  };
}

function idsBetween(listed: string[], from: string | null, to: string): string[] {
  const [start = -1, end = -1] = [listed.indexOf(from ?? ''), listed.indexOf(to)].sort(
    (a, b) => a - b,
  );
  return start === -1 ? [] : listed.slice(start, end + 1);
}
