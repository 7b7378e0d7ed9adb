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
  return sign(url + joinFields(fields), authToken);
}

const sign = (data: string, authToken: string) =>
  createHmac('sha1', authToken).update(data).digest('base64');

function joinFields(fields: Iterable<[string, string]>): string {
  const byName = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    const values = byName.get(name);
    if (values) values.add(value);
    else byName.set(name, new Set([value]));
  }
  let data = '';
  for (const name of [...byName.keys()].sort()) {
    const values = byName.get(name) as Set<string>; // its own key
    for (const value of values.size > 1 ? [...values].sort() : values) data += name + value;
  }
  return data;
}

/** Twilio sends some 60 with ten pictures. A stranger's body has room for 100,000, and each costs time before it is refused. */
const maxFields = 300;

export function hasTooManyFields(body: Buffer): boolean {
  let fields = 1;
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) {
    if (++fields > maxFields) return true;
  }
  return false;
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
  const given = Buffer.from(signature);
  // Once for all spellings.
  const data = joinFields(form ?? []);
  return listSpellings(url).some((spelling) => {
    const wanted = Buffer.from(sign(spelling + data, authToken));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

const defaultPorts: Record<string, string> = { 'https:': ':443', 'http:': ':80' };

/** Twilio signs the address as an admin typed it: with or without the default port and a last slash. */
function listSpellings(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { protocol, hostname, port } = new URL(url);
  const host = url.slice(protocol.length + 2).split(/[/?]/, 1)[0] as string;
  const rest = url.slice(protocol.length + 2 + host.length);
  const hosts = port ? [host] : [host, hostname, hostname + (defaultPorts[protocol] ?? '')];
  const queryStart = rest.includes('?') ? rest.indexOf('?') : rest.length;
  const [path, query] = [rest.slice(0, queryStart), rest.slice(queryStart)];
  const paths = [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`];
  const spellings = hosts.flatMap((each) =>
    paths.map((one) => `${protocol}//${each}${one}${query}`),
  );
  return [...new Set([url, ...spellings])];
}
