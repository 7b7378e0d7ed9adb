import { z } from 'zod';
import { callGateway } from '../call-gateway.ts';
import type { MediaSource } from '../channel.ts';
import { SendError } from '../send-error.ts';
import { bearer, graphVersion, refused, type WhatsAppApp } from './graph.ts';

/** Rules: a picture is at most 5 MB, which is also the most that WhatsApp takes. */
const mostBytes = 5 * 1024 * 1024;

const described = z.object({
  url: z.url({ protocol: /^https?$/ }),
  mime_type: z.string().nullable().catch(null),
});

/** A media id leads to an address that lives for five minutes; both want the token. */
export async function fetchWhatsAppMedia(
  source: MediaSource,
  app: WhatsAppApp,
  call: typeof fetch,
): Promise<{ bytes: Buffer; contentType: string | null }> {
  const about = await get(
    `${app.apiUrl}/${graphVersion}/${encodeURIComponent(source.id ?? '')}`,
    app,
    call,
  );
  const parsed = described.safeParse(await about.json().catch(() => null));
  if (!parsed.success) throw new SendError('gateway_error', 'WhatsApp named no address');
  const { url, mime_type } = parsed.data;
  // The token must not be shown to whoever else an answer may name.
  if (!isMetas(url, app)) throw new SendError('rejected', `An unknown host: ${new URL(url).host}`);
  const picture = await get(url, app, call);
  const bytes = await readAtMost(picture, mostBytes);
  return { bytes, contentType: mime_type ?? picture.headers.get('content-type') };
}

async function get(url: string, app: WhatsAppApp, call: typeof fetch): Promise<Response> {
  const response = await callGateway(call, url, { headers: bearer(app), redirect: 'error' });
  if (!response.ok) throw await refused(response);
  return response;
}

function isMetas(url: string, app: WhatsAppApp): boolean {
  const { host, hostname, protocol } = new URL(url);
  if (host === new URL(app.apiUrl).host) return true;
  return protocol === 'https:' && hostname.endsWith('.fbsbx.com');
}

async function readAtMost(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new SendError('rejected', 'The picture is larger than 5 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
