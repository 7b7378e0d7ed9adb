import type { MediaSource } from '../channel.ts';
import { isPublicAddress, mediaTimeoutMs, readMedia } from '../media.ts';
import { SendError } from '../send-error.ts';
import { refused, request, type TwilioAccount } from './rest.ts';

const mostRedirects = 3;

/**
 * Fetches a picture from the address that the webhook named. Only Twilio itself gets the account's credentials;
 * the storage that it redirects to wants none.
 * @throws {SendError}
 */
export async function fetchTwilioMedia(
  { url }: MediaSource,
  account: TwilioAccount,
  call: typeof fetch,
) {
  const named = url !== null && URL.canParse(url) ? reachedAt(new URL(url), account) : null;
  if (!named || !isTwilio(named, account)) {
    throw new SendError('rejected', 'The picture is not at an address of Twilio’s');
  }
  const init = { method: 'GET', redirect: 'manual', timeoutMs: mediaTimeoutMs } as const;
  let response = await request(account, call, named.href, init);
  let at = named;
  for (let step = 0; step < mostRedirects && isRedirect(response); step++) {
    await response.body?.cancel();
    at = new URL(response.headers.get('location') ?? '', at);
    if (!isOfApi(at, account) && !isPublicAddress(at)) {
      throw new SendError('rejected', `Twilio redirected to ${at.origin}`);
    }
    response = await request(null, call, at.href, init);
  }
  if (!response.ok) throw await refused(response);
  return readMedia(response);
}

/** Webhooks name Twilio's API by its own host, also where the settings reach it by a region's or through a proxy. */
function reachedAt(address: URL, { apiUrl }: TwilioAccount): URL {
  const { origin, pathname, search } = address;
  return origin === 'https://api.twilio.com' ? new URL(apiUrl + pathname + search) : address;
}

/** The API as the settings name it, wherever that is. */
function isOfApi(address: URL, { apiUrl }: TwilioAccount): boolean {
  return address.href.startsWith(`${apiUrl}/`);
}

function isTwilio(address: URL, account: TwilioAccount): boolean {
  if (isOfApi(address, account)) return true;
  return address.protocol === 'https:' && address.hostname.endsWith('.twilio.com');
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}
