import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandingReply } from '#shared/api/branding.ts';
import {
  brandingElementId,
  defaultBarColours,
  defaultIcons,
  describeBranding,
} from '#shared/branding.ts';

/** The part of index.html that depends on whose site it is. */
const brandPart = /<!-- brand -->.*<!-- \/brand -->/s;

/** The files of the built dashboard that are another for every brand. */
export function readBrandedFiles(root: string) {
  const template = readFileSync(join(root, 'index.html'), 'utf8');
  const manifest: object = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'));
  return {
    page: (branding: BrandingReply) => template.replace(brandPart, () => headOf(branding)),
    manifest: (branding: BrandingReply) => ({ ...manifest, ...namesOf(branding) }),
  };
}

function headOf(branding: BrandingReply): string {
  const { siteName, siteTagline, imageUrl, barColour } = describeBranding(branding);
  const icon = escapeText(imageUrl ?? defaultIcons.icon);
  const touchIcon = escapeText(imageUrl ?? defaultIcons.touchIcon);
  // Inside a script element only `<` could end the data early.
  const data = JSON.stringify(branding).replaceAll('<', '\\u003c');
  return `<title>${escapeText(siteName)}</title>
    <meta name="description" content="${escapeText(siteTagline)}" />
    <meta name="theme-color" content="${barColour}" data-theme="light" />
    <meta name="theme-color" content="${defaultBarColours.dark}" data-theme="dark" media="not all" />
    <link rel="icon" href="${icon}" />
    <link rel="apple-touch-icon" href="${touchIcon}" />
    <script type="application/json" id="${brandingElementId}">${data}</script>`;
}

function namesOf(branding: BrandingReply): object {
  const { isWhiteLabel, siteName, siteTagline, imageUrl, barColour } = describeBranding(branding);
  if (!isWhiteLabel) return {};
  return {
    name: siteName,
    short_name: siteName,
    description: siteTagline,
    theme_color: barColour,
    ...(imageUrl && { icons: [{ src: imageUrl, sizes: 'any' }] }),
  };
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
