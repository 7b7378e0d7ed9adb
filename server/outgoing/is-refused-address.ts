import { lookup } from 'node:dns/promises';
import { isPublicIp } from './addresses.ts';
import { mayBePrivate, type OutgoingSettings } from './create-fetch.ts';

/** Warns before the first call. An unknown name passes: it may be set up later, and every call checks again. */
export async function isRefusedAddress(settings: OutgoingSettings, url: string): Promise<boolean> {
  if (mayBePrivate(settings, url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch(() => []);
  return !found.every(({ address }) => isPublicIp(address));
}
