import { useEffect } from 'react';
import { useSiteName } from './site-name.ts';

/** Names the tab and the browser's history entry; null is the site's front door, which bears its name alone. */
export function usePageTitle(title: string | null): void {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title === null ? siteName : `${title} · ${siteName}`;
  }, [title, siteName]);
}
