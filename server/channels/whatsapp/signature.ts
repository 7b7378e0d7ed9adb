import { createHmac, timingSafeEqual } from 'node:crypto';

/** X-Hub-Signature-256: hex of HMAC-SHA256 over the exact bytes. */
export function signMeta(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}

/** In constant time, so that a secret can't be guessed letter by letter. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  const one = Buffer.from(given ?? '');
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}
