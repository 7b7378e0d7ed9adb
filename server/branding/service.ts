import type { Runtime } from '#server/runtime.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import { defaultBranding } from '#shared/branding.ts';
import { findBrand } from './store.ts';

/** The default for hosts without an active expert. */
export async function getBranding(
  { db, config }: Runtime,
  hostname: string,
): Promise<BrandingReply> {
  const domain = hostname.toLowerCase().replace(/\.$/, '');
  if (domain === new URL(config.publicUrl).hostname) return defaultBranding;
  const expert = await findBrand(db, domain);
  return expert ? { mode: 'white-label', expert } : defaultBranding;
}
