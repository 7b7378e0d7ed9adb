import { createHmac, timingSafeEqual } from 'node:crypto';

/** A messaging service provider as Apple knows it; the secret is base64. */
export type AppleAccount = { mspId: string; secret: string; apiUrl: string };

/** Apple takes a token for about an hour. */
const longestS = 3_600;
const clockSkewS = 60;

/** A token of Apple's for the provider; the key is what the secret decodes to. */
export function mintToken({ mspId, secret }: AppleAccount, key = decoded(secret)): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { aud: mspId, iat: Math.floor(Date.now() / 1000) };
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${head}.${sign(head, key).toString('base64url')}`;
}

/** Why a provider's token is refused, as a status of Apple's; null where it is good. */
export function refusalOf(
  authorization: string | undefined,
  account: AppleAccount,
): 401 | 403 | null {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return 401;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(`${head}.${claims}`, decoded(account.secret));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 403;
  const { iss, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const ageS = Date.now() / 1000 - Number(iat);
  return iss === account.mspId && ageS <= longestS && ageS >= -clockSkewS ? null : 403;
}

const decoded = (secret: string) => Buffer.from(secret, 'base64');

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
