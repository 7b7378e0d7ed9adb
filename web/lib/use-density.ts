import { useLayoutEffect } from 'react';

/** Compact pages read at 14 px on a desk. On the root element, because dialogs live outside the page. */
export function useCompactDensity(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.density = 'compact';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, []);
}
