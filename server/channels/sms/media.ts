import type { MediaSource } from '../channel.ts';
import { isPublicAddress, mediaTimeoutMs, readMedia } from '../media.ts';
import { toMediaError } from '../media-error.ts';
import { SendError } from '../send-error.ts';
import { request, type TwilioAccount } from './rest.ts';

const maxRedirects = 3;

/**
 * Only Twilio gets the credentials, not the storage that it redirects to.
 * @throws {SendError}
 */
export async function fetchTwilioMedia(
  { url }: MediaSource,
  account: TwilioAccount,
  call: typeof fetch,
) {
  const start = url !== null && URL.canParse(url) ? toApiUrl(new URL(url), account) : null;
  if (!start || !isTwilio(start, account)) {
    throw new SendError('rejected', "The picture's address is not Twilio's");
  }
  const init = { method: 'GET', redirect: 'manual', timeoutMs: mediaTimeoutMs } as const;
  let response = await request(account, call, start.href, init);
  let at = start;
  for (let step = 0; step < maxRedirects && isRedirect(response); step++) {
    await response.body?.cancel();
    at = new URL(response.headers.get('location') ?? '', at);
    if (!isBelowApiUrl(at, account) && !isPublicAddress(at)) {
      throw new SendError('rejected', `Twilio redirected to ${at.origin}`);
    }
    response = await request(null, call, at.href, init);
  }
  if (!response.ok) throw toMediaError('Twilio', response, { isOurs: at === start });
  return readMedia(response);
}

/** Webhooks name api.twilio.com even if the settings use a region's host or a proxy. */
function toApiUrl(address: URL, { apiUrl }: TwilioAccount): URL {
  const { origin, pathname, search } = address;
  return origin === 'https://api.twilio.com' ? new URL(apiUrl + pathname + search) : address;
}

function isBelowApiUrl(address: URL, { apiUrl }: TwilioAccount): boolean {
  return address.href.startsWith(`${apiUrl}/`);
}

function isTwilio(address: URL, account: TwilioAccount): boolean {
  if (isBelowApiUrl(address, account)) return true;
  return address.protocol === 'https:' && address.hostname.endsWith('.twilio.com');
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}
