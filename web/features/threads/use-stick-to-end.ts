import { type RefObject, useEffect } from 'react';

type Options = { isEmpty: boolean; nearEndPx: number; scrollToEnd: () => void };

/** Keeps a reader at the end when a keyboard or a long draft shrinks the scroller. */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  { isEmpty, nearEndPx, scrollToEnd }: Options,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (isEmpty || !element) return;
    let isAtEnd = true;
    const updateIsAtEnd = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      isAtEnd = scrollHeight - scrollTop - clientHeight <= nearEndPx;
    };
    // Resize observers fire before the next scroll event, so isAtEnd still holds the state before the resize.
    const observer = new ResizeObserver(() => {
      if (isAtEnd) scrollToEnd();
    });
    element.addEventListener('scroll', updateIsAtEnd, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', updateIsAtEnd);
      observer.disconnect();
    };
  }, [scroller, isEmpty, nearEndPx, scrollToEnd]);
}
