import { type RefObject, useEffect } from 'react';

type Options = {
  /** False while the end of the list is not the newest message. */
  isEnabled: boolean;
  startsAtEnd: boolean;
  nearEndPx: number;
  scrollToEnd: () => void;
};

/**
 * Keeps a reader at the end when a keyboard or a draft shrinks the scroller, and when its content
 * grows: rows may be measured several frames after they are drawn.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  { isEnabled, startsAtEnd, nearEndPx, scrollToEnd }: Options,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!isEnabled || !element) return;
    let isAtEnd = startsAtEnd;
    let lastTop = element.scrollTop;
    const updateIsAtEnd = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      if (scrollHeight - scrollTop - clientHeight <= nearEndPx) isAtEnd = true;
      // Only a reader scrolls up. Content that grows also moves the end away.
      else if (scrollTop < lastTop) isAtEnd = false;
      lastTop = scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) scrollToEnd();
    });
    element.addEventListener('scroll', updateIsAtEnd, { passive: true });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', updateIsAtEnd);
      observer.disconnect();
    };
  }, [scroller, isEnabled, startsAtEnd, nearEndPx, scrollToEnd]);
}
