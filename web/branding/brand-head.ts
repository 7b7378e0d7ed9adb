import { type Branding, defaultIcons } from '#shared/branding.ts';

/** What index.html says of the site besides its title. The server has said it already, except in development. */
export function showBrandInHead({ siteTagline, imageUrl, barColour }: Branding): void {
  set('meta[name="description"]', 'content', siteTagline);
  set('meta[name="theme-color"][data-theme="light"]', 'content', barColour);
  set('link[rel="icon"]', 'href', imageUrl ?? defaultIcons.icon);
  set('link[rel="apple-touch-icon"]', 'href', imageUrl ?? defaultIcons.touchIcon);
}

function set(selector: string, name: string, value: string): void {
  const element = document.head.querySelector(selector);
  // Setting an icon to what it is would fetch it again.
  if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
}
