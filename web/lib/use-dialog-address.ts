import { useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/** In place of an id: creates a new one. */
export const newItem = 'new';

type Entry = { opensDialog?: string } | null;

/**
 * Open while the URL names it: Back closes it, a reload opens it again.
 * @param detail another parameter, removed with it.
 */
export function useDialogAddress(name: string, detail?: string) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const value = new URLSearchParams(search).get(name);
  const isClosing = useRef(false);
  if (value === null) isClosing.current = false;
  const hrefWith = (next: string | null) => {
    const query = new URLSearchParams(search);
    query.delete(name);
    if (detail) query.delete(detail);
    if (next !== null) query.set(name, next);
    return query.size > 0 ? `${path}?${query}` : path;
  };
  return {
    value,
    open: (next: string) => navigate(hrefWith(next), { state: { opensDialog: name } }),
    close: () => {
      if (isClosing.current) return;
      isClosing.current = true;
      const isOwnEntry = (window.history.state as Entry)?.opensDialog === name;
      // Going back leaves no second history entry; a dialog opened by a link has none to go back to.
      if (isOwnEntry) window.history.back();
      else navigate(hrefWith(null), { replace: true });
    },
  };
}
