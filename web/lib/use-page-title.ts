import { useEffect } from 'react';
import { productName } from '#shared/limits.ts';

/** Names the tab and the browser's history entry. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title]);
}
