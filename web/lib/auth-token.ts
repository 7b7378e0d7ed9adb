import { useSyncExternalStore } from 'react';

const storageKey = 'auth_token';
/** Fires in this tab; other tabs get the browser's storage event. */
export const authChangeSignal = 'auth-change';

export function readAuthToken(): string | null {
  return localStorage.getItem(storageKey);
}

export function storeAuthToken(token: string): void {
  localStorage.setItem(storageKey, token);
  window.dispatchEvent(new Event(authChangeSignal));
}

/** `onlyIf` removes only that token, so a newer sign-in stays. */
export function removeAuthToken(onlyIf?: string): void {
  if (onlyIf !== undefined && readAuthToken() !== onlyIf) return;
  localStorage.removeItem(storageKey);
  window.dispatchEvent(new Event(authChangeSignal));
}

const listeners = new Set<() => void>();
/** Changes with the event, so all components see the same token. */
let current: string | null = null;

function publishToken(): void {
  current = readAuthToken();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    current = readAuthToken();
    window.addEventListener(authChangeSignal, publishToken);
    window.addEventListener('storage', publishToken);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener(authChangeSignal, publishToken);
    window.removeEventListener('storage', publishToken);
  };
}

export function useAuthToken(): string | null {
  return useSyncExternalStore(subscribe, () => (listeners.size === 0 ? readAuthToken() : current));
}
