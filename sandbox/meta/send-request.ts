import { z } from 'zod';
import { createMetaError, type MetaCode } from './errors.ts';

const bodyMaxLength = 4096;

const sendRequest = z.object({
  to: z.string().optional(),
  recipient: z.string().optional(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  context: z.object({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});
const readRequest = z.object({
  status: z.literal('read'),
  message_id: z.string(),
  typing_indicator: z.object({ type: z.literal('text') }).optional(),
});

export type GraphRequest =
  | { kind: 'read'; messageId: string; showsTyping: boolean }
  | {
      kind: 'send';
      /** A number with +, or a user id. */
      to: string;
      isUserId: boolean;
      body: string;
      quoted: string | null;
      callbackData: string | null;
    };
export type Refusal = ReturnType<typeof createMetaError>;

export function parseGraph(raw: string): GraphRequest | Refusal {
  const body = z.looseObject({}).safeParse(parseJson(raw));
  if (!body.success) return refuse(100, 'The body is not a JSON object.');
  if (body.data.messaging_product !== 'whatsapp') {
    return refuse(100, "The parameter messaging_product is required and is 'whatsapp'.");
  }
  if (body.data.status !== undefined) {
    const read = readRequest.safeParse(body.data);
    if (!read.success) return refuse(131009);
    const { message_id: messageId, typing_indicator } = read.data;
    return { kind: 'read', messageId, showsTyping: typing_indicator !== undefined };
  }
  const parsed = sendRequest.safeParse(body.data);
  return parsed.success ? toGraphRequest(parsed.data) : refuse(100);
}

function toGraphRequest(send: z.infer<typeof sendRequest>): GraphRequest | Refusal {
  // If both are given, the number counts.
  const to = send.to ?? send.recipient;
  if (!to) return refuse(100, 'The parameter to is required.');
  // Meta would guess the country.
  if (send.to && !/^\+[1-9]\d{6,14}$/.test(send.to))
    return refuse(131009, 'to is no number with +.');
  if (!send.to && !/^[A-Z]{2}\.\w/.test(to)) return refuse(131009, 'recipient is no user id.');
  if (send.type !== 'text') return refuse(131051);
  const body = send.text?.body ?? '';
  if (body === '') return refuse(100, 'The parameter text.body is required.');
  if (body.length > bodyMaxLength) {
    return refuse(100, `Param text['body'] must be at most ${bodyMaxLength} characters long.`);
  }
  return {
    kind: 'send',
    to,
    isUserId: !send.to,
    body,
    quoted: send.context?.message_id ?? null,
    callbackData: send.biz_opaque_callback_data ?? null,
  };
}

function refuse(code: MetaCode, details?: string): Refusal {
  return createMetaError(code, details);
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
