import { productName } from '#shared/limits.ts';
import { useSiteName } from '#web/lib/site-name.ts';

/** Whoever's name is over the door, the promises in a document are ours: it says so. */
export function ProvidedBy() {
  const siteName = useSiteName();
  if (siteName === productName) return null;
  return (
    <p>
      {siteName} is provided by {productName}.
    </p>
  );
}
