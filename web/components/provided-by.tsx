import { productName } from '#shared/limits.ts';
import { useSiteName } from '#web/lib/site-name.ts';

/** On a white-label site, legal documents name the company that makes the promises. */
export function ProvidedBy() {
  const siteName = useSiteName();
  if (siteName === productName) return null;
  return (
    <p>
      {siteName} is provided by {productName}.
    </p>
  );
}
