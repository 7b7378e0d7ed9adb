import { type RefObject, useEffect, useState } from 'react';

/** Rows are measured within a few frames; the list is shown after this many anyway. */
const maxFrames = 12;
const stableFrames = 2;

/**
 * The list stays hidden until it rests at its end: row heights are only known after rendering, and
 * corrections would look like jumps.
 */
export function useIsPositioned(scroller: RefObject<HTMLElement | null>): boolean {
  const [isPositioned, setIsPositioned] = useState(false);
  useEffect(() => {
    let frames = 0;
    let framesAtEnd = 0;
    let request = requestAnimationFrame(check);
    function check() {
      const element = scroller.current;
      if (!element) return setIsPositioned(true);
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      framesAtEnd = distance <= 1 ? framesAtEnd + 1 : 0;
      frames += 1;
      if (framesAtEnd >= stableFrames || frames >= maxFrames) setIsPositioned(true);
      else request = requestAnimationFrame(check);
    }
    return () => cancelAnimationFrame(request);
  }, [scroller]);
  return isPositioned;
}
