import { createHmac, timingSafeEqual } from 'node:crypto';

/** Computes X-Hub-Signature-256: hex of an HMAC-SHA256 over the exact bytes. */
export function signMeta(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}

/** Compares in constant time, so that the duration reveals nothing about the secret. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  const one = Buffer.from(given ?? '');
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}
