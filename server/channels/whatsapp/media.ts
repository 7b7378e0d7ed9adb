import { z } from 'zod';
import { callGateway } from '../call-gateway.ts';
import type { MediaSource } from '../channel.ts';
import { mediaTimeoutMs, readMedia } from '../media.ts';
import { SendError } from '../send-error.ts';
import { bearer, graphVersion, refused, type WhatsAppApp } from './graph.ts';

const described = z.object({ url: z.url({ protocol: /^https?$/ }) });

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
  const { url } = parsed.data;
  // The token must not be shown to whoever else an answer may name.
  if (!isMetas(url, app)) throw new SendError('rejected', `An unknown host: ${new URL(url).host}`);
  return readMedia(await get(url, app, call));
}

async function get(url: string, app: WhatsAppApp, call: typeof fetch): Promise<Response> {
  const init = { headers: bearer(app), redirect: 'error', timeoutMs: mediaTimeoutMs } as const;
  const response = await callGateway(call, url, init);
  if (!response.ok) throw await refused(response);
  return response;
}

function isMetas(url: string, app: WhatsAppApp): boolean {
  const { host, hostname, protocol } = new URL(url);
  if (host === new URL(app.apiUrl).host) return true;
  return protocol === 'https:' && hostname.endsWith('.fbsbx.com');
}
