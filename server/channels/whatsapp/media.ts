import { z } from 'zod';
import { callGateway } from '../call-gateway.ts';
import type { Media, MediaSource } from '../channel.ts';
import { mediaTimeoutMs, readMedia } from '../media.ts';
import { toMediaError } from '../media-error.ts';
import { SendError } from '../send-error.ts';
import { createAuthHeader, graphVersion, toSendError, type WhatsAppApp } from './graph.ts';

const mediaInfo = z.object({ url: z.url({ protocol: /^https?$/ }) });

export async function fetchWhatsAppMedia(
  source: MediaSource,
  app: WhatsAppApp,
  call: typeof fetch,
): Promise<Media> {
  const response = await get(
    `${app.apiUrl}/${graphVersion}/${encodeURIComponent(source.id ?? '')}`,
    app,
    call,
  );
  const parsed = mediaInfo.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new SendError('gateway_error', 'WhatsApp returned no address');
  const { url } = parsed.data;
  // Only Meta may get the token.
  if (!isMetaHost(url, app)) throw new SendError('rejected', `Unknown host: ${new URL(url).host}`);
  return readMedia(await get(url, app, call));
}

async function get(url: string, app: WhatsAppApp, call: typeof fetch): Promise<Response> {
  const init = { headers: createAuthHeader(app), timeoutMs: mediaTimeoutMs };
  const response = await callGateway(call, url, init);
  if (response.ok) return response;
  const isMissing = response.status === 404 || response.status === 410;
  throw isMissing
    ? toMediaError('WhatsApp', response, { isOurs: true })
    : await toSendError(response);
}

function isMetaHost(url: string, app: WhatsAppApp): boolean {
  const { host, hostname, protocol } = new URL(url);
  if (host === new URL(app.apiUrl).host) return true;
  return protocol === 'https:' && hostname.endsWith('.fbsbx.com');
}
