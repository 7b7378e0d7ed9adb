import { type Branding, defaultIcons } from '#shared/branding.ts';

/** The server has set these already, except in development. */
export function showBrandInHead({ siteTagline, imageUrl, barColor }: Branding): void {
  set('meta[name="description"]', 'content', siteTagline);
  set('meta[name="theme-color"][data-theme="light"]', 'content', barColor);
  set('link[rel="icon"]', 'href', imageUrl ?? defaultIcons.icon);
  set('link[rel="apple-touch-icon"]', 'href', imageUrl ?? defaultIcons.touchIcon);
}

function set(selector: string, name: string, value: string): void {
  const element = document.head.querySelector(selector);
  // Setting an icon to the same address would fetch it again.
  if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
}
