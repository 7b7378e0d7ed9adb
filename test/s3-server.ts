import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const keyId = 'AKIDEXAMPLE';
/** Must be escaped in a URL. */
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const region = 'eu-central-1';
const bucket = 'pictures-of-sagewire';

type Refusal = { status: number; code: string };
type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

/** Amazon S3 as documented (Signature Version 4, path-style). */
export async function startS3Server() {
  const stored = new Map<string, Buffer>();
  const held = new Set<string>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = Buffer.concat(await Array.fromAsync(request));
    const refusal =
      failures-- > 0 ? { status: 503, code: 'SlowDown' } : refuse({ method, url, headers, body });
    const name = decodeURIComponent(url.slice(bucket.length + 2));
    const refuseWith = ({ status, code }: Refusal) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    if (refusal) return refuseWith(refusal);
    if (method === 'DELETE' && held.has(name)) {
      return refuseWith({ status: 403, code: 'AccessDenied' });
    }
    if (method === 'PUT') stored.set(name, body);
    if (method === 'DELETE') stored.delete(name);
    if (method !== 'GET') return response.writeHead(method === 'PUT' ? 200 : 204).end();
    const bytes = stored.get(name);
    if (!bytes) return refuseWith({ status: 404, code: 'NoSuchKey' });
    response.writeHead(200, { 'content-type': 'image/webp' }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settingsFor = (password: string, into = bucket) =>
    `s3://${keyId}:${encodeURIComponent(password)}@${host}/${into}?region=${region}&tls=false`;
  return {
    FILES_URL: settingsFor(secret),
    settingsFor,
    secret,
    stored: stored as ReadonlyMap<string, Buffer>,
    /** As a busy service. */
    failNext(count: number) {
      failures = count;
    },
    /** Like a lock on an object. */
    holdFile(name: string) {
      held.add(name);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(asked: Asked): Refusal | null {
  if (!isSigned(asked)) return { status: 403, code: 'SignatureDoesNotMatch' };
  if (!asked.url.startsWith(`/${bucket}/`)) return { status: 404, code: 'NoSuchBucket' };
  const isWhole = asked.headers['x-amz-content-sha256'] === hash(asked.body);
  return isWhole ? null : { status: 400, code: 'XAmzContentSHA256Mismatch' };
}

const maxSkewMs = 15 * 60_000;

/** "Authenticating Requests: Using the Authorization Header". */
function isSigned({ method, url, headers }: Asked): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), ?SignedHeaders=(\S+), ?Signature=(\S+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const at = String(headers['x-amz-date']);
  const [day = ''] = scope.split('/');
  if (scope !== `${day}/${region}/s3/aws4_request` || !at.startsWith(day)) return false;
  if (Math.abs(Date.now() - readTime(at)) > maxSkewMs) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path, query = ''] = url.split('?');
  const content = headers['x-amz-content-sha256'];
  const canonical = [method, path, query, lines.join(''), names, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${secret}`);
  return sign(key, toSign).toString('hex') === signature;
}

function readTime(at: string): number {
  return Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const sign = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();
