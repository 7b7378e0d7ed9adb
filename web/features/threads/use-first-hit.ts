import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Enter in the search field opens the first hit, or the first conversation where nothing is typed. Someone who types
 * fast presses it before the hits are there; the first one opens once they are.
 */
export function useFirstHit(
  list: RefObject<HTMLElement | null>,
  typed: string,
  searchNow: () => void,
) {
  const shown = useRef<string | null>(null);
  const wanted = useRef<string | null>(null);
  // A later change of the text takes the Enter back.
  useEffect(() => {
    if (wanted.current !== typed) wanted.current = null;
  }, [typed]);
  const openFirst = useCallback(
    () => list.current?.querySelector<HTMLElement>('[data-thread]')?.click(),
    [list],
  );
  /** @param text what the hits in the list were found by; null while they don't match it yet. */
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
