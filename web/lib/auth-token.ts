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

function subscribe(onChange: () => void): () => void {
  window.addEventListener(authChangeSignal, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(authChangeSignal, onChange);
    window.removeEventListener('storage', onChange);
  };
}

export function useAuthToken(): string | null {
  return useSyncExternalStore(subscribe, readAuthToken);
}
