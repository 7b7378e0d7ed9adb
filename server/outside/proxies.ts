import type { Config } from '#server/config.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs } from '#shared/time.ts';

type Sighting = { address: string; header: string; at: Date };
/** Since the start of this process. */
export type Proxies = { untrusted: Sighting | null };

export function createProxies(): Proxies {
  return { untrusted: null };
}

/** Behind a proxy that is not believed, all people share one address. Null while nothing speaks for such a proxy. */
export function describeProxyProblem({
  proxies,
  config,
  clock,
}: Pick<Runtime, 'proxies' | 'config' | 'clock'>): string | null {
  const { untrusted } = proxies;
  const isRecent = untrusted && clock.now().getTime() - untrusted.at.getTime() < dayMs;
  return isRecent ? describeUntrusted(untrusted) : describeMissingProxy(config);
}

/** Sagewire speaks no TLS itself. */
export function describeMissingProxy({
  publicUrl,
  trustProxy,
  roles,
}: Pick<Config, 'publicUrl' | 'trustProxy' | 'roles'>): string | null {
  if (trustProxy || !roles.includes('http') || new URL(publicUrl).protocol !== 'https:')
    return null;
  return "PUBLIC_URL is https, so people come through a proxy, but TRUST_PROXY is not set: all of them count as one address, whose limits they share. Set TRUST_PROXY to the proxy's address; loopback means this machine.";
}

export function describeUntrusted({ address, header }: Sighting): string {
  return `${address} sent a request with the header ${header}, as proxies do, but is not in TRUST_PROXY, so it was not believed. If it is your proxy, all people behind it count as one address: add it to TRUST_PROXY. If it is not, a stranger posed as one, in vain.`;
}
