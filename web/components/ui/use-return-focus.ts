import { useRef } from 'react';

/**
 * For what floats over the page: closed, the focus is back where it was, unless it has gone on elsewhere, for
 * instance to a page that was opened from there. Radix alone knows only a trigger that it has drawn itself.
 *
 * @param findSuccessor what took the place of an opener that is gone by then.
 */
export function useReturnFocus(findSuccessor?: () => HTMLElement | null | undefined) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement !== document.body) return;
      const isGone = opener.current === document.body || !opener.current?.isConnected;
      const target = isGone ? findSuccessor?.() : opener.current;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
