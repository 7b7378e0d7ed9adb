import { useSyncExternalStore } from 'react';

/** A shorter interruption is not shown. */
const graceMs = 5_000;

let isLost = false;
let lostTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: boolean): void {
  isLost = next;
  for (const listener of listeners) listener();
}

export function noteConnectionLost(): void {
  lostTimer ??= setTimeout(() => publish(true), graceMs);
}

export function noteConnected(): void {
  clearTimeout(lostTimer);
  lostTimer = undefined;
  if (isLost) publish(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}
