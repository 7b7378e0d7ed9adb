import { createContext, use } from 'react';
import { productName } from '#shared/limits.ts';

/** Set by branding. */
export const SiteName = createContext(productName);

export function useSiteName(): string {
  return use(SiteName);
}
