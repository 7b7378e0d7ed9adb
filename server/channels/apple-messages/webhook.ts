import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { BadWebhook, type ChannelEvent, readHeader, type WebhookRequest } from '../channel.ts';
import { readContent } from './message-content.ts';
import type { AppleProvider } from './token.ts';

/** Gzip can inflate a thousandfold. */
const maxBytes = 1024 * 1024;

/** Apple docs: MSP REST API, common specifications. */
const envelope = z.looseObject({
  id: z.string().min(1).max(200),
  type: z.string().min(1),
  sourceId: z.string().min(1).max(1000),
  destinationId: z.string().min(1).max(200),
});

export function parseWebhook(request: WebhookRequest, { mspId }: AppleProvider): ChannelEvent[] {
  const parsed = envelope.safeParse(readJson(inflate(request.rawBody)));
  if (!parsed.success) {
    throw new BadWebhook(`${String(parsed.error.issues[0]?.path[0] ?? 'The body')} is missing`);
  }
  const message = parsed.data;
  const { id, sourceId, destinationId } = message;
  for (const [header, value] of Object.entries({
    id,
    'source-id': sourceId,
    'destination-id': destinationId,
  })) {
    const inHeader = readHeader(request, header) ?? value;
    if (bareId(inHeader) !== bareId(value)) {
      throw new BadWebhook(`${header} in the header differs from the body's`);
    }
  }
  const gatewayMessageId = id.toLowerCase();
  const parties = { from: sourceId, to: parseBusinessId(destinationId) };
  if (message.type === 'close') return [{ kind: 'closed', gatewayMessageId, ...parties }];
  const content = readContent(message);
  if (!content) return [];
  return [
    {
      kind: 'message',
      gatewayAccount: mspId,
      gatewayMessageId,
      ...parties,
      ...content,
      quotedGatewayId: null,
      segments: null,
      keywordAnswered: null,
    },
  ];
}

/** Apple writes business ids in either case, with or without the prefix. */
function bareId(id: string): string {
  return id.toLowerCase().replace(/^urn:biz:/, '');
}

/** By its bytes, not the header: a proxy may have inflated the body. */
function inflate(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch {
    throw new BadWebhook("The body can't be inflated, or is too large");
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new BadWebhook('The body is not JSON');
  }
}
