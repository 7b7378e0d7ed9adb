import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export type AppleProvider = {
  mspId: string;
  /** In base64, as Apple shows it. */
  secret: string;
  apiUrl: string;
  chatUrl: string;
};

/** A token that names another algorithm is refused. */
const header = { alg: 'HS256', typ: 'JWT' };
const clockSkewS = 5 * 60;
/** Apple sets no expiry. A day covers its retries and limits a leaked token. */
const maxAgeS = 24 * 3_600;

const claims = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
});

/** Apple docs: MSP REST API, authorizing messages. */
export function mintToken({ mspId, secret }: AppleProvider, nowMs = Date.now()): string {
  const payload = { iss: mspId, iat: Math.floor(nowMs / 1000) };
  const head = `${encode(header)}.${encode(payload)}`;
  return `${head}.${sign(head, secret)}`;
}

/** The token does not cover the body; TLS does. */
export function isAppleToken(
  token: string,
  { mspId, secret }: AppleProvider,
  nowMs = Date.now(),
): boolean {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || readJson(head)?.alg !== header.alg) return false;
  // Compared as text: a decoder would ignore stray characters.
  const actual = Buffer.from(signature);
  const expected = Buffer.from(sign(`${head}.${payload}`, secret));
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  const parsed = claims.safeParse(readJson(payload));
  if (!parsed.success) return false;
  const ageS = nowMs / 1000 - parsed.data.iat;
  return [parsed.data.aud].flat().includes(mspId) && ageS >= -clockSkewS && ageS <= maxAgeS;
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64url');
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function readJson(part: string): Record<string, unknown> | null {
  try {
    return z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return null;
  }
}
