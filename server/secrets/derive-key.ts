import { hkdfSync } from 'node:crypto';

/** HKDF-SHA-256: one key per purpose, so that none can be used for, or reveal, another's. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `sagewire ${purpose}`, 32));
}
