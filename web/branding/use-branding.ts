import { createContext, use } from 'react';
import { type Branding, defaultBranding, describeBranding } from '#shared/branding.ts';

export const BrandingContext = createContext<Branding>(describeBranding(defaultBranding));

export function useBranding(): Branding {
  return use(BrandingContext);
}
