import { useEffect } from 'react';

/** Where an element stood when it got the focus, from the inside out. */
type Place = { parent: HTMLElement; index: number };
type Focused = { element: HTMLElement; places: Place[]; wasDisabled: boolean };

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * A button that does its work is often replaced by another one, and the focus falls to the body: the next Tab begins at the
 * top of the page. Here it goes to what stands in its place, or to what `data-focus-to` names (see `data-focus`). A button
 * that is disabled meanwhile gets it back, and so does what had it before a toast.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Focused | null = null;
    let request = 0;
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      if (target.closest('[data-toasts]')) return;
      last = { element: target, places: listPlaces(target), wasDisabled: false };
    };
    // Pressing an empty spot means to leave.
    const forget = () => {
      last = null;
    };
    const keep = () => {
      if (last) last.wasDisabled ||= last.element.matches(':disabled');
      const active = document.activeElement;
      const isInToasts = active?.matches('[data-toasts]:not(:has([data-state=open]))') ?? false;
      if (!last || !(active === null || active === document.body || isInToasts)) return;
      const isReady = canFocus(last.element);
      if (isReady && (isInToasts || last.wasDisabled)) last.element.focus({ preventScroll: true });
      else if (!last.element.isConnected) findGoal(last.places)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(request);
      // Once what has changed has had its chance to take the focus.
      request = requestAnimationFrame(keep);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'data-state'],
    });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(request);
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);
}

function listPlaces(element: HTMLElement): Place[] {
  const parent = element.parentElement;
  if (!parent || parent === document.body) return [];
  return [{ parent, index: [...parent.children].indexOf(element) }, ...listPlaces(parent)];
}

function findGoal(places: Place[]): HTMLElement | undefined {
  const name = places.map(({ parent }) => parent.dataset.focusTo).find((wanted) => wanted);
  const named = name && document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
  if (named && canFocus(named)) return named;
  for (const { parent, index } of places.filter(({ parent: { isConnected } }) => isConnected)) {
    const children = [...parent.children];
    const after = children.slice(index).flatMap(listStops);
    const before = children.slice(0, index).flatMap(listStops);
    const goal = after[0] ?? before.at(-1) ?? (canFocus(parent) ? parent : undefined);
    if (goal) return goal;
  }
}

function listStops(element: Element): HTMLElement[] {
  const inside = [element, ...element.querySelectorAll(stops)];
  return inside.filter(
    (stop): stop is HTMLElement =>
      stop instanceof HTMLElement && stop.tabIndex >= 0 && canFocus(stop),
  );
}

function canFocus(element: HTMLElement): boolean {
  const isStop = element.matches(stops) && !element.matches(':disabled');
  return isStop && element.isConnected && element.checkVisibility?.() !== false;
}
