import { lookup } from 'node:dns/promises';
import { isPublicIp } from './addresses.ts';
import { mayBePrivate, type OutgoingSettings } from './create-fetch.ts';

/** Warns early. An unknown name passes: every call checks again. */
export async function isRefusedAddress(settings: OutgoingSettings, url: string): Promise<boolean> {
  if (mayBePrivate(settings, url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch(() => []);
  return !found.every(({ address }) => isPublicIp(address));
}
