import { hkdfSync } from 'node:crypto';

/** HKDF-SHA-256: one key per purpose, none of which reveals another. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `sagewire ${purpose}`, 32));
}
