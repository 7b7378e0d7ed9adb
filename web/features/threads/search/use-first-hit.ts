import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Enter in the search field opens the first hit, once it has loaded, or the first conversation if
 * nothing is typed.
 */
export function useFirstHit(
  list: RefObject<HTMLElement | null>,
  typed: string,
  searchNow: () => void,
) {
  const shown = useRef<string | null>(null);
  const wanted = useRef<string | null>(null);
  // A later change of the text cancels the Enter.
  useEffect(() => {
    if (wanted.current !== typed) wanted.current = null;
  }, [typed]);
  const openFirst = useCallback(
    () => list.current?.querySelector<HTMLElement>('[data-thread]')?.click(),
    [list],
  );
  /** @param text what the listed hits were found by, or null. */
  const onHits = useCallback(
    (text: string | null) => {
      shown.current = text;
      if (text === null) return;
      if (text !== wanted.current) return;
      wanted.current = null;
      openFirst();
    },
    [openFirst],
  );
  const open = () => {
    if (typed.trim() === '' || typed === shown.current) return openFirst();
    wanted.current = typed;
    searchNow();
  };
  return { open, onHits };
}
