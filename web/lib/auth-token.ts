import { useSyncExternalStore } from 'react';

const storageKey = 'auth_token';
/** Fired in this tab when the token is set or removed; other tabs hear the browser's storage event. */
export const authChangeSignal = 'auth-change';

export function readAuthToken(): string | null {
  return localStorage.getItem(storageKey);
}

export function storeAuthToken(token: string): void {
  localStorage.setItem(storageKey, token);
  window.dispatchEvent(new Event(authChangeSignal));
}

/** Removes the token; with `onlyIf`, only while it is still that one (a newer sign-in stays). */
export function removeAuthToken(onlyIf?: string): void {
  if (onlyIf !== undefined && readAuthToken() !== onlyIf) return;
  localStorage.removeItem(storageKey);
  window.dispatchEvent(new Event(authChangeSignal));
}

const listeners = new Set<() => void>();
/** What the page goes by: it changes for everyone at once, not for whoever happens to look after another tab. */
let announced: string | null = null;

function announce(): void {
  announced = readAuthToken();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    announced = readAuthToken();
    window.addEventListener(authChangeSignal, announce);
    window.addEventListener('storage', announce);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener(authChangeSignal, announce);
    window.removeEventListener('storage', announce);
  };
}

export function useAuthToken(): string | null {
  return useSyncExternalStore(subscribe, () =>
    listeners.size === 0 ? readAuthToken() : announced,
  );
}
