import { imageMaxBytes } from '#shared/images.ts';
import { SendError } from './send-error.ts';

/** A picture that is on its way for longer than this is given up. */
export const mediaTimeoutMs = 20_000;

/**
 * Whether an address that a gateway leads on to may be called: it is meant for the world, not for the machines
 * beside us. A gateway's answer must not become a way into our own network.
 */
export function isPublicAddress(address: URL): boolean {
  const { protocol, hostname } = address;
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && !hostname.includes(':');
  const isPrivate = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/i.test(hostname);
  return protocol === 'https:' && isName && hostname.includes('.') && !isPrivate;
}

/**
 * The bytes of a picture, read no further than one may be large.
 * @throws {SendError} `too_long` for more than that.
 */
export async function readMedia(
  response: Response,
): Promise<{ bytes: Buffer; contentType: string | null }> {
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
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? null;
  return { bytes: Buffer.concat(chunks), contentType };
}
