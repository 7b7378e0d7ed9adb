import { useSyncExternalStore } from 'react';

/** A line that is back by then was hardly gone: nothing is said of it. */
const patienceMs = 5_000;

let isLost = false;
let patience: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: boolean): void {
  isLost = next;
  for (const listener of listeners) listener();
}

export function noteConnectionLost(): void {
  patience ??= setTimeout(() => publish(true), patienceMs);
}

export function noteConnected(): void {
  clearTimeout(patience);
  patience = undefined;
  if (isLost) publish(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what changes on the server is not heard of for the time being. */
export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}
