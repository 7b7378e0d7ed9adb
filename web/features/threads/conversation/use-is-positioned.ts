import { type RefObject, useEffect, useState } from 'react';

/** Rows are measured within a few frames; the list is shown after this many anyway. */
const maxFrames = 12;
const stableFrames = 2;

/**
 * Hides the list until it rests where it opened: row heights are known only after rendering, and
 * corrections would look like jumps.
 */
export function useIsPositioned(
  scroller: RefObject<HTMLElement | null>,
  { atEnd }: { atEnd: boolean },
): boolean {
  const [isPositioned, setIsPositioned] = useState(false);
  useEffect(() => {
    let frames = 0;
    let framesAtRest = 0;
    let lastTop = -1;
    let request = requestAnimationFrame(check);
    function check() {
      const element = scroller.current;
      if (!element) return setIsPositioned(true);
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      const isAtRest = atEnd ? distance <= 1 : element.scrollTop === lastTop;
      lastTop = element.scrollTop;
      framesAtRest = isAtRest ? framesAtRest + 1 : 0;
      frames += 1;
      if (framesAtRest >= stableFrames || frames >= maxFrames) setIsPositioned(true);
      else request = requestAnimationFrame(check);
    }
    return () => cancelAnimationFrame(request);
  }, [scroller, atEnd]);
  return isPositioned;
}
