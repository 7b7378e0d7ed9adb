import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseBusinessId } from '#shared/business-id.ts';
import { productName } from '#shared/limits.ts';
import { callGateway, retryAfterMs } from '../call-gateway.ts';
import type { LinkCard, OurAddress, OutboundText } from '../channel.ts';
import { SendError, type SendFailureKind } from '../send-error.ts';
import { type AppleProvider, mintToken } from './token.ts';

/** A rich link must have a picture; 240 × 240 is what Apple shows (Apple docs: type rich link). */
const cardImage = readFileSync(new URL('card.png', import.meta.url)).toString('base64');

/** Apple answers with nothing but a status: the text is known by the id that we gave it. */
export async function sendAppleText(
  text: OutboundText,
  provider: AppleProvider,
  call: typeof fetch,
): Promise<string> {
  const { id, to, card, isAutomatic } = text;
  const content = card
    ? { type: 'richLink', richLinkData: richLink(card) }
    : { type: 'text', body: text.body };
  await post(provider, call, { id, to, address: text.address, isAutomatic, content });
  return id;
}

/** The bubble with three dots; it goes when the answer comes. */
export async function showTyping(
  { address, to }: OurAddress & { to: string },
  provider: AppleProvider,
  call: typeof fetch,
): Promise<void> {
  const content = { type: 'typing_start' };
  await post(provider, call, { id: randomUUID(), to, address, isAutomatic: true, content });
}

function richLink({ url, title }: LinkCard) {
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
      ...bearer(provider),
      id,
      'source-id': sourceId,
      'destination-id': to,
      'msp-agent': productName,
      'content-type': 'application/json',
      // Apple wants people to know when a machine is answering.
      ...(isAutomatic && { 'auto-reply': 'true' }),
    },
    body: JSON.stringify({ v: 1, id, sourceId, destinationId: to, ...content }),
  });
  if (!response.ok) throw refused(response);
}

export function bearer(provider: AppleProvider) {
  return { authorization: `Bearer ${mintToken(provider)}` };
}

/** Apple says no more than the number (Apple docs: MSP REST API, response codes). */
const failures: Record<number, readonly [SendFailureKind, string] | undefined> = {
  400: ['rejected', 'Apple could not use the message.'],
  401: ['credentials', 'Apple saw no token. Something between us and Apple removes it.'],
  403: [
    'credentials',
    'The token was refused, or this provider may not write for the business. Check AMB_MSP_ID and AMB_SECRET, and that the business names us as its provider.',
  ],
  404: ['unreachable', 'Apple does not know this person or this business (any more).'],
  410: ['left', 'The conversation is closed.'],
  413: ['too_long', 'Apple found the message too large.'],
  429: ['rate_limited', 'Too many texts at once.'],
  503: ['gateway_error', 'Apple is busy; the same text is sent again.'],
};

/** After any other fault of Apple's the text may be out; sent again under its id it is the same one. */
export function refused(response: Response): SendError {
  const { status } = response;
  const [kind, words] = failures[status] ?? [
    status >= 500 ? 'unknown_outcome' : 'rejected',
    'Apple gave no reason.',
  ];
  return new SendError(kind, `Apple ${status}: ${words}`, retryAfterMs(response));
}
