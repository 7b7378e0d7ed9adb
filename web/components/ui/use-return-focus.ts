import { useRef } from 'react';

/**
 * For what floats over the page: closed, the focus is back where it was, unless it has gone on elsewhere, for
 * instance to a page that was opened from there. Radix alone knows only a trigger that it has drawn itself.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isNowhere = document.activeElement === document.body;
      if (isNowhere && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
