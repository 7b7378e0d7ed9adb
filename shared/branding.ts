import type { BrandingReply } from './api/branding.ts';
import { productName, productTagline } from './limits.ts';

/** What a site shows of itself. */
export type Branding = {
  isWhiteLabel: boolean;
  siteName: string;
  siteTagline: string;
  imageUrl: string | null;
  /** Of the browser's own bars in the light theme. */
  barColour: string;
};

/** The bars are as the page behind them. */
export const defaultBarColours = { light: '#FBFAF7', dark: '#121513' };
export const defaultIcons = { icon: '/favicon.svg', touchIcon: '/apple-touch-icon.png' };
export const defaultBranding: BrandingReply = { mode: 'default', expert: null };
/** The element in which a page brings its branding along, so that the first paint is right. */
export const brandingElementId = 'branding';

const hexColour = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

export function isHexColour(text: string): boolean {
  return hexColour.test(text);
}

/** What an expert leaves open is the default look's, save the name. */
export function describeBranding({ mode, expert }: BrandingReply): Branding {
  const brand = mode === 'white-label' ? expert : null;
  const primary = brand?.primaryColor ?? '';
  return {
    isWhiteLabel: brand !== null,
    siteName: brand ? (brand.siteName ?? brand.displayName) : productName,
    siteTagline: brand?.siteTagline ?? productTagline,
    imageUrl: brand?.imageUrl ?? null,
    barColour: isHexColour(primary) ? primary : defaultBarColours.light,
  };
}
