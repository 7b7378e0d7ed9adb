import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever two secrets differ, even in length. */
export function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
