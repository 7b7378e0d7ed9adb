import { useSyncExternalStore } from 'react';
import { subscribeToChoice } from './stored-choice.ts';

export type ColorScheme = 'system' | 'light' | 'dark';

const storageKey = 'color_scheme';
/** branding/apply-theme.ts listens for it and sets the theme. */
const changeSignal = 'color-scheme-change';
const subscribe = subscribeToChoice(changeSignal);

export function useColorScheme(): {
  scheme: ColorScheme;
  setScheme: (scheme: ColorScheme) => void;
} {
  return { scheme: useSyncExternalStore(subscribe, readScheme), setScheme: storeScheme };
}

function readScheme(): ColorScheme {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function storeScheme(scheme: ColorScheme): void {
  if (scheme === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, scheme);
  window.dispatchEvent(new Event(changeSignal));
}
