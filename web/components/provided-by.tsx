import { productName } from '#shared/limits.ts';
import { useSiteName } from '#web/lib/site-name.ts';

/** On white-label sites, legal documents name the company behind the promises. */
export function ProvidedBy() {
  const siteName = useSiteName();
  if (siteName === productName) return null;
  return (
    <p>
      {siteName} is provided by {productName}.
    </p>
  );
}
