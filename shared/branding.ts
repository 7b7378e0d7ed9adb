import type { BrandingReply } from './api/branding.ts';
import { listWords, type WordKey } from './expert-words.ts';
import { productName, productTagline } from './limits.ts';

export type Branding = {
  isWhiteLabel: boolean;
  siteName: string;
  siteTagline: string;
  imageUrl: string | null;
  /** The browser's own bars in the light theme. */
  barColor: string;
  standIns: string[];
  /** Null if no text goes to the sandbox phone. */
  sandbox: NonNullable<BrandingReply['sandbox']> | null;
  supportEmail: string | null;
  words: Partial<Record<WordKey, string>>;
};

/** The page's own background. */
export const defaultBarColors = { light: '#FBFAF7', dark: '#121513' };
export const defaultIcons = { icon: '/favicon.svg', touchIcon: '/apple-touch-icon.png' };
export const defaultBranding: BrandingReply = { mode: 'default', expert: null };
/** Embedded in the page for a right first paint. */
export const brandingElementId = 'branding';

const hexColor = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

export function isHexColor(text: string): boolean {
  return hexColor.test(text);
}

/** Missing values take the default look; a missing site name becomes the expert's. */
export function describeBranding({
  mode,
  expert,
  standIns = [],
  sandbox,
  supportEmail,
}: BrandingReply): Branding {
  const brand = mode === 'white-label' ? expert : null;
  const primary = brand?.primaryColor ?? '';
  return {
    isWhiteLabel: brand !== null,
    siteName: brand ? (brand.siteName ?? brand.displayName) : productName,
    siteTagline: brand?.siteTagline ?? productTagline,
    imageUrl: brand?.imageUrl ?? null,
    barColor: isHexColor(primary) ? primary : defaultBarColors.light,
    standIns,
    sandbox: sandbox ?? null,
    supportEmail: supportEmail ?? null,
    words: listWords(brand?.words ?? {}),
  };
}
