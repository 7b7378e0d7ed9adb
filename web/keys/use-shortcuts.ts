import { type RefObject, useEffect, useRef } from 'react';
import { findShortcut, type ShortcutName } from './shortcuts.ts';
import { readSingleKeys } from './single-keys.ts';

/** Returns false to leave the key to the browser. */
type Action = (event: KeyboardEvent) => unknown;

/** @param within listens only inside it, before the page's listeners. */
export function useShortcuts(
  actions: Partial<Record<ShortcutName, Action>>,
  within?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = findShortcut(event, readSingleKeys());
      const action = name && latest.current[name];
      if (action && action(event) !== false) event.preventDefault();
    };
    const place = within?.current ?? document;
    place.addEventListener('keydown', onKeyDown as EventListener);
    return () => place.removeEventListener('keydown', onKeyDown as EventListener);
  }, [within]);
}
