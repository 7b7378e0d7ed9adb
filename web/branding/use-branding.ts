import { productName, productTagline } from '#shared/limits.ts';

export type Branding = { siteName: string; siteTagline: string; imageUrl: string | null };

const defaultBranding: Branding = {
  siteName: productName,
  siteTagline: productTagline,
  imageUrl: null,
};

/** Whose name and face the site carries. */
export function useBranding(): Branding {
  return defaultBranding;
}
