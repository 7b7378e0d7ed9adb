import { useEffect, useSyncExternalStore } from 'react';
import { productName } from '#shared/limits.ts';
import { useSiteName } from './site-name.ts';

let alarm: string | null = null;
const listeners = new Set<() => void>();

/** Stands before the title of every page; null: nothing does. */
export function useTitleAlarm(words: string | null): void {
  useEffect(() => {
    setAlarm(words);
    return () => setAlarm(null);
  }, [words]);
}

function setAlarm(words: string | null): void {
  alarm = words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param title null for the site's name alone, which white-label sites always show. */
export function usePageTitle(title: string | null): void {
  const siteName = useSiteName();
  const urgent = useSyncExternalStore(subscribe, () => alarm);
  useEffect(() => {
    const isAlone = title === null || siteName !== productName;
    document.title = [urgent, isAlone ? null : title, siteName].filter(Boolean).join(' · ');
  }, [urgent, title, siteName]);
}
