import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandingReply } from '#shared/api/branding.ts';
import {
  brandingElementId,
  defaultBarColors,
  defaultIcons,
  describeBranding,
} from '#shared/branding.ts';

const brandPart = /<!-- brand -->.*<!-- \/brand -->/s;

export function readBrandedFiles(root: string) {
  const template = readFileSync(join(root, 'index.html'), 'utf8');
  const manifest: object = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'));
  return {
    page: (branding: BrandingReply) => template.replace(brandPart, () => renderHead(branding)),
    manifest: (branding: BrandingReply) => ({ ...manifest, ...toManifestNames(branding) }),
  };
}

function renderHead(branding: BrandingReply): string {
  const { siteName, siteTagline, imageUrl, barColor } = describeBranding(branding);
  const icon = escapeText(imageUrl ?? defaultIcons.icon);
  const touchIcon = escapeText(imageUrl ?? defaultIcons.touchIcon);
  // Only `<` could end the data early inside a script element.
  const data = JSON.stringify(branding).replaceAll('<', '\\u003c');
  return `<title>${escapeText(siteName)}</title>
    <meta name="description" content="${escapeText(siteTagline)}" />
    <meta name="theme-color" content="${barColor}" data-theme="light" />
    <meta name="theme-color" content="${defaultBarColors.dark}" data-theme="dark" media="not all" />
    <link rel="icon" href="${icon}" />
    <link rel="apple-touch-icon" href="${touchIcon}" />
    <script type="application/json" id="${brandingElementId}">${data}</script>`;
}

function toManifestNames(branding: BrandingReply): object {
  const { isWhiteLabel, siteName, siteTagline, imageUrl, barColor } = describeBranding(branding);
  if (!isWhiteLabel) return {};
  return {
    name: siteName,
    short_name: siteName,
    description: siteTagline,
    theme_color: barColor,
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
