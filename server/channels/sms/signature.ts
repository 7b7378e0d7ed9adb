import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Base64 HMAC-SHA1 of the exact public address, then each form field's name and value, in byte order (Twilio docs:
 * usage/security).
 */
export function signTwilio(
  url: string,
  fields: Iterable<[string, string]>,
  authToken: string,
): string {
  const byName = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    const values = byName.get(name);
    if (values) values.add(value);
    else byName.set(name, new Set([value]));
  }
  let data = url;
  for (const name of [...byName.keys()].sort()) {
    const values = byName.get(name) as Set<string>; // its own key
    for (const value of values.size > 1 ? [...values].sort() : values) data += name + value;
  }
  return createHmac('sha1', authToken).update(data).digest('base64');
}

/** For a JSON body, without a form, the signed address carries its hash, `bodySHA256`. */
export function isTwilioSignature(
  signature: string | undefined,
  { url, rawBody, form }: { url: string; rawBody: Buffer; form: URLSearchParams | null },
  authToken: string,
): boolean {
  if (!signature) return false;
  const bodyHash = form ? null : new URL(url).searchParams.get('bodySHA256');
  if (bodyHash !== null && createHash('sha256').update(rawBody).digest('hex') !== bodyHash)
    return false;
  const expected = signTwilio(url, form ?? [], authToken);
  const given = Buffer.from(signature);
  const wanted = Buffer.from(expected);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
