import { useSyncExternalStore } from 'react';
import { subscribeToChoice } from '#web/lib/stored-choice.ts';

const storageKey = 'single_keys';
const changeSignal = 'single-keys-change';
const subscribe = subscribeToChoice(changeSignal);

/** Per browser: speech input or an unsteady hand may press single keys by accident. */
export function useSingleKeys(): { isOn: boolean; setOn: (isOn: boolean) => void } {
  return { isOn: useSyncExternalStore(subscribe, readSingleKeys), setOn: storeSingleKeys };
}

export function readSingleKeys(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

function storeSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  window.dispatchEvent(new Event(changeSignal));
}
