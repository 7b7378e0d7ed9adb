import { useSyncExternalStore } from 'react';

/** As `short` in styles.css. */
const query = '(max-height: 31.24rem) and (max-width: 63.99rem)';

export function isShortScreen(): boolean {
  return window.matchMedia(query).matches;
}

/** Whether the page scrolls as one column. */
export function useShortScreen(): boolean {
  return useSyncExternalStore(subscribe, isShortScreen);
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
