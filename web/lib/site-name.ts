import { createContext, use } from 'react';
import { productName } from '#shared/limits.ts';

/** The name that this site goes by; branding says it, and titles and documents need it. */
export const SiteName = createContext(productName);

export function useSiteName(): string {
  return use(SiteName);
}
