import { createHash, timingSafeEqual } from 'node:crypto';

/** In constant time, even for different lengths. */
export function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
