import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';

const base = { v: z.literal(1), id: z.uuid(), sourceId: z.string(), destinationId: z.string() };
const shape = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('text'), body: z.string().min(1) }),
  z.object({
    ...base,
    type: z.literal('richLink'),
    richLinkData: z.object({
      url: z.url({ protocol: /^https?$/ }),
      title: z.string().min(1),
      assets: z.object({ image: z.object({ data: z.base64(), mimeType: z.string() }) }),
    }),
  }),
  z.object({ ...base, type: z.enum(['typing_start', 'typing_end']) }),
]);

export type MessageRequest = z.infer<typeof shape>;

export function parseMessage(
  headers: IncomingHttpHeaders,
  body: string,
): MessageRequest | 400 | 404 {
  const parsed = shape.safeParse(parseJson(body));
  if (!parsed.success) return 400;
  const { data } = parsed;
  const isSame =
    headers.id === data.id &&
    headers['source-id'] === data.sourceId &&
    headers['destination-id'] === data.destinationId;
  if (!isSame) return 400;
  if (!data.destinationId.startsWith('urn:mbid:')) return 404;
  return { ...data, sourceId: parseBusinessId(data.sourceId) };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
