import { type RefObject, useEffect } from 'react';

type Options = { isEmpty: boolean; nearEndPx: number; toEnd: () => void };

/** A box that becomes smaller, above a keyboard or a long draft, still shows its end to whoever reads there. */
export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  { isEmpty, nearEndPx, toEnd }: Options,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (isEmpty || !element) return;
    let isAtEnd = true;
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      isAtEnd = scrollHeight - scrollTop - clientHeight <= nearEndPx;
    };
    // It is told before the next scroll event is, so what was last seen is how it was before.
    const observer = new ResizeObserver(() => {
      if (isAtEnd) toEnd();
    });
    element.addEventListener('scroll', look, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, isEmpty, nearEndPx, toEnd]);
}
