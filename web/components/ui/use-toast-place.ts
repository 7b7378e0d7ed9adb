import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Place, placeToast } from './place-toast.ts';

/** What toasts must not cover moves. */
const followMs = 100;

/** Null until measured. */
export function useToastPlace(
  toasts: RefObject<HTMLElement | null>,
  isShown: boolean,
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  const used = useLastUsed();
  useLayoutEffect(() => {
    if (!isShown) return;
    const follow = () => {
      const height = toasts.current?.offsetHeight ?? 0;
      setPlace((last) => {
        const next = placeToast(height, used.current, last);
        return last && isSame(last, next) ? last : next;
      });
    };
    follow();
    const timer = setInterval(follow, followMs);
    return () => clearInterval(timer);
  }, [toasts, isShown, used]);
  return place;
}

/** What was pressed last, outside of toasts. */
function useLastUsed(): RefObject<Element | null> {
  const used = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const control =
        target instanceof Element ? target.closest('button, a, input, textarea') : null;
      if (control && !control.closest('[data-toast]')) used.current = control;
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, note, true);
    return () => {
      for (const event of events) document.removeEventListener(event, note, true);
    };
  }, []);
  return used;
}

const isSame = (a: Place, b: Place) => a.left === b.left && a.top === b.top && a.width === b.width;
