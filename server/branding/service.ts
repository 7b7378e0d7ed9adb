import type { Runtime } from '#server/runtime.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import { defaultBranding } from '#shared/branding.ts';
import { findBrand } from './store.ts';

/** The default for hosts without an active expert. */
export async function getBranding(
  { db, config }: Runtime,
  hostname: string,
): Promise<BrandingReply> {
  const { warnedOf } = config.sandbox;
  const site = {
    ...(warnedOf.length > 0 && { standIns: warnedOf }),
    ...(config.supportEmail && { supportEmail: config.supportEmail }),
  };
  const domain = hostname.toLowerCase().replace(/\.$/, '');
  if (domain === new URL(config.publicUrl).hostname) return { ...defaultBranding, ...site };
  const expert = await findBrand(db, domain);
  const branding: BrandingReply = expert ? { mode: 'white-label', expert } : defaultBranding;
  return { ...branding, ...site };
}
