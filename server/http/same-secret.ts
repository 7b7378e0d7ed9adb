import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever the two differ, in length as well. */
export function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
