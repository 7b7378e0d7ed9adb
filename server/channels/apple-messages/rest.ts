import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseBusinessId } from '#shared/business-id.ts';
import { productName } from '#shared/limits.ts';
import { callGateway, readRetryAfterMs } from '../call-gateway.ts';
import type { LinkCard, OurAddress, OutboundText } from '../channel.ts';
import { SendError, type SendFailureKind } from '../send-error.ts';
import { type AppleProvider, mintToken } from './token.ts';

/** Apple docs: type rich link. */
const cardImage = readFileSync(new URL('card.png', import.meta.url)).toString('base64');

/** Apple returns no message id, so ours names the text. */
export async function sendAppleText(
  text: OutboundText,
  provider: AppleProvider,
  call: typeof fetch,
): Promise<string> {
  const { id, to, card, isAutomatic } = text;
  const content = card
    ? { type: 'richLink', richLinkData: toRichLink(card) }
    : { type: 'text', body: text.body };
  await post(provider, call, { id, to, address: text.address, isAutomatic, content });
  return id;
}

export async function showTyping(
  { address, to, isAutomatic }: OurAddress & { to: string; isAutomatic: boolean },
  provider: AppleProvider,
  call: typeof fetch,
): Promise<void> {
  const content = { type: 'typing_start' };
  await post(provider, call, { id: randomUUID(), to, address, isAutomatic, content });
}

function toRichLink({ url, title }: LinkCard) {
  return { url, title, assets: { image: { data: cardImage, mimeType: 'image/png' } } };
}

type Outbound = {
  id: string;
  to: string;
  address: string;
  isAutomatic: boolean;
  content: { type: string };
};

async function post(
  provider: AppleProvider,
  call: typeof fetch,
  { id, to, address, isAutomatic, content }: Outbound,
): Promise<void> {
  const sourceId = parseBusinessId(address);
  const response = await callGateway(call, `${provider.apiUrl}/v1/message`, {
    method: 'POST',
    headers: {
      ...createAuthHeader(provider),
      id,
      'source-id': sourceId,
      'destination-id': to,
      'msp-agent': productName,
      'content-type': 'application/json',
      // Apple requires the mark.
      ...(isAutomatic && { 'auto-reply': 'true' }),
    },
    body: JSON.stringify({ v: 1, id, sourceId, destinationId: to, ...content }),
  });
  if (!response.ok) throw toSendError(response);
}

export function createAuthHeader(provider: AppleProvider) {
  return { authorization: `Bearer ${mintToken(provider)}` };
}

/** Apple docs: MSP REST API, response codes. */
const failures: Record<number, readonly [SendFailureKind, string] | undefined> = {
  400: ['rejected', 'Apple did not accept the message.'],
  401: [
    'credentials',
    'Apple received no token. A proxy between Sagewire and Apple may remove it.',
  ],
  403: [
    'credentials',
    'The token was refused, or this provider may not write for the business. Check AMB_MSP_ID and AMB_SECRET, and that the business has chosen this provider.',
  ],
  404: ['unreachable', 'Apple does not know this person or business (any more).'],
  410: ['closed', 'The conversation is closed.'],
  413: ['too_long', 'The message is too large for Apple.'],
  429: ['rate_limited', 'Too many texts at once.'],
  503: ['gateway_error', 'Apple is busy. The text will be retried.'],
};

/** After other server errors the text may have been sent, but a resend with the same id is safe. */
function toSendError(response: Response): SendError {
  const { status } = response;
  const [kind, text] = failures[status] ?? [
    status >= 500 ? 'unknown_outcome' : 'rejected',
    'Apple gave no reason.',
  ];
  return new SendError(kind, `Apple ${status}: ${text}`, readRetryAfterMs(response));
}
