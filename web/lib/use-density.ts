import { useLayoutEffect } from 'react';

/** Set on the root element, because dialogs are outside the page. */
export function useCompactDensity(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.density = 'compact';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, []);
}
