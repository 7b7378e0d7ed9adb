import type { Config } from '#server/config.ts';
import { createLimit } from '#server/outside/concurrency.ts';
import type { Runtime } from '#server/runtime.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import { defaultBranding } from '#shared/branding.ts';
import { demoUserEmail } from '#shared/demo.ts';
import { isCustomDomain } from '../store.ts';
import { findBrand } from './store.ts';

/** Anyone may ask for pages of host names that are not ours, as fast as they like. Texts need the database's connections. */
const limitPages = createLimit({ atOnce: 3, maxWaiting: 300 });

/** The public logins, for this machine alone. A sandbox with a guard hides them. */
function findDemo({ admin, sandbox }: Config, isFromHere: boolean) {
  if (!isFromHere || !admin?.isSandboxDefault || !sandbox.takesKnownPassword || sandbox.guard)
    return null;
  return { password: admin.password, emails: [admin.email, demoUserEmail] };
}

/** The default brand without an active expert. */
export async function getBranding(
  { db, config }: Runtime,
  { hostname, isFromHere }: { hostname: string; isFromHere: boolean },
): Promise<BrandingReply> {
  const { warnedOf, channels } = config.sandbox;
  const site = {
    ...(channels.length > 0 && { sandbox: { demo: findDemo(config, isFromHere) } }),
    ...(warnedOf.length > 0 && { standIns: warnedOf }),
    ...(config.supportEmail && { supportEmail: config.supportEmail }),
  };
  const domain = toDomain(hostname);
  if (domain === new URL(config.publicUrl).hostname) return { ...defaultBranding, ...site };
  const expert = await limitPages(() => findBrand(db, domain));
  if (!expert) return { ...defaultBranding, ...site };
  const withoutLogins = site.sandbox && { sandbox: { demo: null } };
  return { mode: 'white-label', expert, ...site, ...withoutLogins };
}

/** A paused expert's domain keeps its certificate: browsers were told to come back by https alone. */
export async function isOwnHost({ db, config }: Runtime, hostname: string): Promise<boolean> {
  const domain = toDomain(hostname);
  if (domain === new URL(config.publicUrl).hostname) return true;
  return limitPages(() => isCustomDomain(db, domain));
}

function toDomain(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
