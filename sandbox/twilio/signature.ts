import { createHmac } from 'node:crypto';

export type Params = Record<string, string | string[]>;

/** Twilio's page "Security": the URL as configured, then names in byte order with their values. */
export function signRequest(authToken: string, url: string, params: Params): string {
  const pairs = Object.keys(params)
    .sort()
    .map((name) => listSignedPairs(name, params[name] ?? ''));
  return createHmac('sha1', authToken)
    .update(toSignedUrl(url) + pairs.join(''), 'utf8')
    .digest('base64');
}

/** A repeated name counts each distinct value once, sorted. */
function listSignedPairs(name: string, value: string | string[]): string {
  if (typeof value === 'string') return name + value;
  return [...new Set(value)]
    .sort()
    .map((each) => name + each)
    .join('');
}

/** The fragment and the user name never leave Twilio. */
export function toSignedUrl(url: string): string {
  return url.replace(/#.*$/s, '').replace(/^(\w+:\/\/)[^/?#]*@/, '$1');
}
