import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '#server/errors.ts';
import { bucketErrors } from '../metrics.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { type Files, requireFileName } from './files.ts';

const timeoutMs = 5_000;
/** 503 asks for a slower pace. Every call is safe to repeat. */
const pausesMs = [100, 400];
/** After a call without an answer, for this long, the next ones try once and briefly: a conversation waits for each. */
const restMs = 30_000;
const restingTimeoutMs = 1_000;

export type Outgoing = { fetch: typeof fetch };

export class BucketError extends AppError {
  /** Only the code: the answer's text may hold a signature. */
  readonly detail: string;

  constructor(detail: string) {
    super(502, 'The storage of pictures does not answer. Please try again.');
    this.detail = detail;
    bucketErrors.inc();
  }
}

export function openBucketFiles(settings: BucketSettings, outgoing: Outgoing): Files {
  let restsUntil = 0;

  async function call(method: string, name: string, bytes?: Buffer): Promise<Response> {
    const url = `${settings.url}/${requireFileName(name)}`;
    const isResting = performance.now() < restsUntil;
    const limitMs = isResting ? restingTimeoutMs : timeoutMs;
    for (const pauseMs of isResting ? [null] : [...pausesMs, null]) {
      const answer = await callOnce(method, url, { bytes, limitMs }).catch(() => null);
      if (answer && answer.status < 500) {
        restsUntil = 0;
        return answer;
      }
      await answer?.arrayBuffer();
      if (pauseMs !== null) await sleep(pauseMs);
    }
    restsUntil = performance.now() + restMs;
    throw new BucketError(`${method} ${name}: no answer`);
  }

  async function callOnce(
    method: string,
    url: string,
    { bytes, limitMs }: { bytes: Buffer | undefined; limitMs: number },
  ) {
    const signed = await sign(settings, { method, url, bytes });
    const signal = AbortSignal.timeout(limitMs);
    return outgoing.fetch(url, {
      method,
      headers: signed,
      body: bytes ? new Uint8Array(bytes) : null,
      signal,
    });
  }

  return {
    isShared: true,
    async write(name, bytes) {
      await finish(await call('PUT', name, bytes), name);
    },
    async read(name) {
      const answer = await call('GET', name);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      return finish(answer, name);
    },
    async remove(name) {
      await finish(await call('DELETE', name), name);
    },
  };
}

async function sign(
  { keyId, secret, region }: BucketSettings,
  { method, url, bytes }: { method: string; url: string; bytes: Buffer | undefined },
): Promise<Headers> {
  const hash = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  const headers = {
    'x-amz-content-sha256': hash,
    ...(bytes && { 'content-type': 'image/webp' }),
  };
  const signer = new AwsV4Signer({
    ...{ method, url, headers, service: 's3', region },
    ...{ accessKeyId: keyId, secretAccessKey: secret },
  });
  return (await signer.sign()).headers;
}

/** Reads the body to its end to reuse the connection. Only the code tells a missing file from a missing bucket. */
async function finish(answer: Response, name: string): Promise<null> {
  const text = await answer.text();
  if (answer.ok) return null;
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  if (answer.status === 404 && code !== 'NoSuchBucket') return null;
  throw new BucketError(`${name}: ${answer.status} ${code}`.trim());
}
