import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

const moves: Record<string, (day: number, last: number) => number> = {
  ArrowLeft: (day) => day - 1,
  ArrowRight: (day) => day + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The day under the mouse, finger or arrow keys. On a touch screen the first tap shows it, the
 * second opens it.
 */
export function useDayPointer(count: number, open: (day: number) => void) {
  const [{ day, isByKey }, setState] = useState<{ day: number | null; isByKey: boolean }>({
    day: null,
    isByKey: false,
  });
  const firstTap = useRef(false);
  const dayAt = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  return {
    day,
    isByKey,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      firstTap.current = event.pointerType !== 'mouse' && dayAt(event) !== day;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      setState({ day: dayAt(event), isByKey: false });
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      // Lifting a finger fires this, too.
      if (event.pointerType === 'mouse') setState({ day: null, isByKey: false });
    },
    onFocus() {
      // A pointer has already set the day.
      setState((state) => (state.day === null ? { day: count - 1, isByKey: true } : state));
    },
    onBlur() {
      setState({ day: null, isByKey: false });
    },
    onKeyDown(event: KeyboardEvent) {
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      const next = move(day ?? count, count - 1);
      setState({ day: Math.min(count - 1, Math.max(0, next)), isByKey: true });
    },
    onClick(event: MouseEvent<HTMLElement>) {
      // A click by key has no position.
      const chosen = event.detail === 0 ? day : dayAt(event);
      setState({ day: chosen, isByKey });
      if (chosen !== null && !firstTap.current) open(chosen);
      firstTap.current = false;
    },
  };
}
