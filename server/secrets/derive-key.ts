import { hkdfSync } from 'node:crypto';

/** HKDF-SHA-256: one key per purpose, so that none can be used for another purpose, or reveal its key. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `sagewire ${purpose}`, 32));
}
