import { useRef } from 'react';

type Focusable = { focus: () => void };

/**
 * For what floats over the page: closed, the focus is back where it was, unless it has gone on elsewhere, for
 * instance to a page that was opened from there. Radix alone knows only a trigger that it has drawn itself.
 *
 * @param findGoal where it goes instead, if there is something more to the point than its opener by then.
 */
export function useReturnFocus(findGoal?: () => Focusable | null | undefined) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement !== document.body) return;
      const goal = findGoal?.();
      if (goal) goal.focus();
      else if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
