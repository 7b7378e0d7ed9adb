import { useSyncExternalStore } from 'react';

const storageKey = 'single_keys';
const changeSignal = 'single-keys-change';

/** Kept per browser: speech input and some hands press single keys by accident. */
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

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changeSignal, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(changeSignal, onChange);
    window.removeEventListener('storage', onChange);
  };
}
