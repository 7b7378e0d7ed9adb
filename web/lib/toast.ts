import { useSyncExternalStore } from 'react';

/** A new toast replaces the one before. */
const limit = 1;
/** A dismissed toast stays for its exit animation. */
const removeDelayMs = 1_000_000;

export type Toast = {
  id: string;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  isOpen: boolean;
  /** Offered for `undoMs`. */
  onUndo?: (() => void) | undefined;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function toast(options: {
  title: string;
  description?: string;
  variant?: Toast['variant'];
  onUndo?: () => void;
}): void {
  lastId += 1;
  const added: Toast = { variant: 'default', ...options, id: String(lastId), isOpen: true };
  publish([added, ...toasts].slice(0, limit));
}

export function dismissToast(id: string): void {
  if (removals.has(id)) return;
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      publish(toasts.filter((one) => one.id !== id));
    }, removeDelayMs),
  );
  publish(toasts.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
}

/** For tests. */
export function clearToasts(): void {
  for (const timer of removals.values()) clearTimeout(timer);
  removals.clear();
  publish([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
