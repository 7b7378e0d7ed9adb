import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { callGateway } from '../call-gateway.ts';
import type { Media, MediaSource } from '../channel.ts';
import { mediaTimeoutMs, readMedia } from '../media.ts';
import { toMediaError } from '../media-error.ts';
import { SendError } from '../send-error.ts';
import { createAuthHeader } from './rest.ts';
import type { AppleProvider } from './token.ts';

/** A message must not make the server call any other host. */
const appleHosts = /\.(apple\.com|icloud\.com|icloud-content\.com|icloud\.com\.cn)$/;

const text = z.string().min(1);
/** The current API's names and the first one's. */
const shape = z.object({
  name: text.optional().catch(undefined),
  mimeType: text.optional(),
  'mime-type': text.optional(),
  key: text.optional(),
  'decryption-key': text.optional(),
  url: text.optional(),
  'mmcs-url': text.optional(),
  owner: text.optional(),
  'mmcs-owner': text.optional(),
  'signature-base64': text.optional(),
  signature: text.optional(),
  'mmcs-signature-hex': text.optional(),
});

export function parseAttachment(
  raw: unknown,
  businessId: string,
): { name: string; source: MediaSource | null } {
  const parsed = shape.safeParse(raw);
  if (!parsed.success) return { name: 'Attachment', source: null };
  const file = parsed.data;
  const contentType = file.mimeType ?? file['mime-type'] ?? null;
  const name = file.name ? `Attachment: ${file.name}` : 'Attachment';
  const url = file.url ?? file['mmcs-url'] ?? null;
  const key = file.key ?? file['decryption-key'];
  const owner = file.owner ?? file['mmcs-owner'];
  const hex = file.signature ?? file['mmcs-signature-hex'];
  const signature = file['signature-base64'] ?? (hex && Buffer.from(hex, 'hex').toString('base64'));
  if (!url || !key || !owner || !signature) return { name, source: null };
  const details = { businessId, key, owner, signature };
  return { name, source: { url, id: null, contentType, details } };
}

const sourceDetails = z.object({
  businessId: z.string(),
  key: z.string(),
  owner: z.string(),
  signature: z.string(),
});
const downloadInfo = z.object({ 'download-url': z.url({ protocol: /^https?$/ }) });

/** The file is encrypted with AES-256-CTR; the message has its key. */
export async function fetchAttachment(
  { url, contentType, details }: MediaSource,
  provider: AppleProvider,
  call: typeof fetch,
): Promise<Media> {
  const { businessId, key, owner, signature } = sourceDetails.parse(details);
  const response = await get(`${provider.apiUrl}/v1/preDownload`, call, {
    ...createAuthHeader(provider),
    'source-id': businessId,
    url: url ?? '',
    owner,
    signature,
  });
  const parsed = downloadInfo.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new SendError('gateway_error', 'Apple returned no address');
  const address = parsed.data['download-url'];
  if (!isAppleHost(address, provider)) {
    throw new SendError('rejected', `Unknown host: ${new URL(address).host}`);
  }
  const { bytes } = await readMedia(await get(address, call, {}));
  return { bytes: decrypt(bytes, key), contentType };
}

async function get(
  url: string,
  call: typeof fetch,
  headers: Record<string, string>,
): Promise<Response> {
  const response = await callGateway(call, url, {
    headers,
    timeoutMs: mediaTimeoutMs,
  });
  if (!response.ok) throw toMediaError('Apple', response, { isOurs: 'authorization' in headers });
  return response;
}

function isAppleHost(address: string, { apiUrl }: AppleProvider): boolean {
  const { origin, hostname, protocol } = new URL(address);
  if (origin === new URL(apiUrl).origin) return true;
  return protocol === 'https:' && appleHosts.test(hostname);
}

/** Hexadecimal, after a byte 00. */
function decrypt(bytes: Buffer, hexKey: string): Buffer {
  const key = Buffer.from(hexKey.slice(-64), 'hex');
  if (key.length !== 32) throw new SendError('rejected', "The attachment's key is invalid");
  const decipher = createDecipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}
