import { useEffect, useRef } from 'react';
import { findShortcut, type ShortcutName } from './shortcuts.ts';
import { readSingleKeys } from './single-keys.ts';

/** Returns false to leave the key to the browser. */
type Action = (event: KeyboardEvent) => unknown;

/** Listens while the component is shown. */
export function useShortcuts(actions: Partial<Record<ShortcutName, Action>>): void {
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
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
