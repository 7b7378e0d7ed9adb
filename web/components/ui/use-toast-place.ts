import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Place, placeToast } from './place-toast.ts';

/** What toasts must not cover moves. */
const followMs = 100;

/** Null until measured. */
export function useToastPlace(
  toasts: RefObject<HTMLElement | null>,
  isShown: boolean,
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (!isShown) return;
    const follow = () => {
      const next = placeToast(toasts.current?.offsetHeight ?? 0);
      setPlace((last) => (last && isSame(last, next) ? last : next));
    };
    follow();
    const timer = setInterval(follow, followMs);
    return () => clearInterval(timer);
  }, [toasts, isShown]);
  return place;
}

const isSame = (a: Place, b: Place) => a.left === b.left && a.top === b.top && a.width === b.width;
