import { useEffect } from 'react';
import { useSiteName } from './site-name.ts';

/** @param title null for the site's name alone. */
export function usePageTitle(title: string | null): void {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title === null ? siteName : `${title} · ${siteName}`;
  }, [title, siteName]);
}
