import { useRef } from 'react';

type Focusable = { focus: () => void };

/**
 * Returns the focus when a dialog closes, unless it has moved on. Radix does this only for triggers
 * that it renders.
 * @param findGoal where the focus goes instead of the opener.
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
