import { type RefObject, useEffect, useState } from 'react';

/** Rows that were only estimated are measured within a few frames; longer nobody waits. */
const framesAtMost = 12;
const framesAtRest = 2;

/**
 * False until the list has come to rest at its end. Until then it is not to be seen: the heights of the
 * newest messages are known only once they stand on the page, and finding their place would look like a jump.
 */
export function useSettled(scroller: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    let frames = 0;
    let framesAtEnd = 0;
    let request = requestAnimationFrame(look);
    function look() {
      const element = scroller.current;
      if (!element) return setIsSettled(true);
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      framesAtEnd = distance <= 1 ? framesAtEnd + 1 : 0;
      frames += 1;
      if (framesAtEnd >= framesAtRest || frames >= framesAtMost) setIsSettled(true);
      else request = requestAnimationFrame(look);
    }
    return () => cancelAnimationFrame(request);
  }, [scroller]);
  return isSettled;
}
