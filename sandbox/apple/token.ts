import { createHmac, timingSafeEqual } from 'node:crypto';

/** `secret` is base64. */
export type AppleAccount = { mspId: string; secret: string; apiUrl: string };

/** About Apple's limit. */
const maxAgeS = 3_600;
const clockSkewS = 60;

export function mintToken({ mspId, secret }: AppleAccount, key = decodeSecret(secret)): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { aud: mspId, iat: Math.floor(Date.now() / 1000) };
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${head}.${sign(head, key).toString('base64url')}`;
}

export function findTokenError(
  authorization: string | undefined,
  account: AppleAccount,
): 401 | 403 | null {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return 401;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const actual = Buffer.from(signature, 'base64url');
  const expected = sign(`${head}.${claims}`, decodeSecret(account.secret));
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 403;
  const { iss, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const ageS = Date.now() / 1000 - Number(iat);
  return iss === account.mspId && ageS <= maxAgeS && ageS >= -clockSkewS ? null : 403;
}

const decodeSecret = (secret: string) => Buffer.from(secret, 'base64');

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
