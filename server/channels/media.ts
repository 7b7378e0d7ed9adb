import { imageMaxBytes } from '#shared/images.ts';
import type { Media } from './channel.ts';
import { SendError } from './send-error.ts';

export const mediaTimeoutMs = 20_000;

/** A gateway's redirect must not lead into our own network. */
export function isPublicAddress(address: URL): boolean {
  const { protocol, hostname } = address;
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && !hostname.includes(':');
  const isPrivate = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/i.test(hostname);
  return protocol === 'https:' && isName && hostname.includes('.') && !isPrivate;
}

/** @throws {SendError} `too_long` beyond the size limit. */
export async function readMedia(response: Response): Promise<Media> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > imageMaxBytes) throw new SendError('too_long', 'more than 5 MB');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SendError) throw error;
    throw new SendError('gateway_down', (error as Error).message);
  }
  const header = response.headers.get('content-type');
  const contentType = header?.split(';')[0]?.trim() ?? null;
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(header ?? '')?.[1];
  return { bytes: Buffer.concat(chunks), contentType, ...(charset && { charset }) };
}
