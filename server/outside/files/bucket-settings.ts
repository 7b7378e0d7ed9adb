/** Amazon S3, or any service with its protocol. */
export type BucketSettings = {
  /** Without a slash at its end. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
};

const defaultRegion = 'us-east-1';

/**
 * `s3://KEY:SECRET@HOST/BUCKET`, optionally `/FOLDER`, `?region=…`, and `?tls=false` for a private network.
 * @returns null where a part is missing.
 */
export function readBucketUrl(value: string): BucketSettings | null {
  const url = URL.parse(value);
  if (url?.protocol !== 's3:' || !url.host) return null;
  try {
    const [keyId, secret] = [url.username, url.password].map(decodeURIComponent);
    const path = url.pathname.replace(/\/+$/, '');
    if (!keyId || !secret || !/^(\/[\w.-]+)+$/.test(path)) return null;
    const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
    return {
      url: `${scheme}://${url.host}${path}`,
      region: url.searchParams.get('region') || defaultRegion,
      keyId,
      secret,
    };
  } catch {
    return null; // a malformed percent escape
  }
}
