import { createHmac, timingSafeEqual } from 'node:crypto';

/** X-Hub-Signature-256. */
export function signMeta(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}

/** In constant time. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  const one = Buffer.from(given ?? '');
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}
