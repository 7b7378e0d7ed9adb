import { useSyncExternalStore } from 'react';
import { subscribeToChoice } from '#web/lib/stored-choice.ts';

const storageKey = 'opens_next';
const changeSignal = 'opens-next-change';
const subscribe = subscribeToChoice(changeSignal);

/** Per browser, off by default: whether resolving a conversation opens the next one. */
export function useOpensNext(): { isOn: boolean; setOn: (isOn: boolean) => void } {
  return { isOn: useSyncExternalStore(subscribe, readOpensNext), setOn: storeOpensNext };
}

export function readOpensNext(): boolean {
  return localStorage.getItem(storageKey) === 'on';
}

function storeOpensNext(isOn: boolean): void {
  if (isOn) localStorage.setItem(storageKey, 'on');
  else localStorage.removeItem(storageKey);
  window.dispatchEvent(new Event(changeSignal));
}
