import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Long enough to be taken up, short enough not to be read as part of the page. */
const keptMs = 10_000;

export type Announcement = { id: number; text: string; isUrgent: boolean };

let announcements: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Set<ReturnType<typeof setTimeout>>();

function publish(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

/**
 * Tells screen readers what is new. Each announcement is an element of its own in app/announcer.tsx, so equal ones and those
 * of one moment are all read.
 * @param isUrgent interrupts: for a crisis, and for a person who waits.
 */
export function announce(text: string, { isUrgent = false } = {}): void {
  lastId += 1;
  const id = lastId;
  const timer = setTimeout(() => {
    timers.delete(timer);
    publish(announcements.filter((one) => one.id !== id));
  }, keptMs);
  timers.add(timer);
  publish([...announcements, { id, text, isUrgent }]);
}

/** For tests. */
export function clearAnnouncements(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  publish([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(subscribe, () => announcements);
}

/**
 * Announces a text whenever it has changed to another.
 * @param isNews whether the first text is news, too, as where the part that shows it has just been opened.
 */
export function useAnnounced(text: string, { isNews = false } = {}): void {
  const last = useRef(isNews ? '' : text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    if (text !== '') announce(text);
  }, [text]);
}
