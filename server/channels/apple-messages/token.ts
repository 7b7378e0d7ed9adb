import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a messaging service provider needs to call Apple, and to know Apple's calls. */
export type AppleProvider = {
  mspId: string;
  /** Base64 as Apple shows it; what it decodes to is the key. */
  secret: string;
  apiUrl: string;
  /** Where links begin that open a chat with words already typed. */
  chatUrl: string;
};

/** The one algorithm that Apple signs with: a token that names another is refused, whatever it is. */
const header = { alg: 'HS256', typ: 'JWT' };
/** Two clocks may differ by this much. */
const clockSkewS = 5 * 60;
/**
 * Apple names no expiry, and tries again on a schedule of its own. A day is long enough for that, and
 * short enough that a token which leaked does not open the door for ever.
 */
const longestS = 24 * 3_600;

const claims = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
});

/** A token for one call of ours (Apple docs: MSP REST API, authorizing messages). */
export function mintToken({ mspId, secret }: AppleProvider, nowMs = Date.now()): string {
  const said = { iss: mspId, iat: Math.floor(nowMs / 1000) };
  const head = `${encode(header)}.${encode(said)}`;
  return `${head}.${sign(head, secret).toString('base64url')}`;
}

/** Whether Apple made the token for us. It says nothing of the body: TLS alone protects that. */
export function isAppleToken(
  token: string,
  { mspId, secret }: AppleProvider,
  nowMs = Date.now(),
): boolean {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || readJson(head)?.alg !== header.alg) return false;
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(`${head}.${payload}`, secret);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const said = claims.safeParse(readJson(payload));
  if (!said.success) return false;
  const ageS = nowMs / 1000 - said.data.iat;
  return [said.data.aud].flat().includes(mspId) && ageS >= -clockSkewS && ageS <= longestS;
}

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest();
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
