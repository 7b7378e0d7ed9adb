import { z } from 'zod';
import { callGateway, readRetryAfterMs } from '../call-gateway.ts';
import type { OurAddress, OutboundText } from '../channel.ts';
import { SendError, type SendFailureKind } from '../send-error.ts';
import { findMinWaitMs, isKnownCode, toSendFailure } from './failures.ts';

export type WhatsAppApp = {
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  phoneNumberId: string | null;
  apiUrl: string;
  chatUrl: string;
};

export const graphVersion = 'v25.0';

const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const refusal = z.object({
  error: z.object({
    code: z.number(),
    is_transient: z.boolean().catch(false),
  }),
});

export async function sendWhatsAppText(
  text: OutboundText,
  app: WhatsAppApp,
  call: typeof fetch,
): Promise<string> {
  const response = await post(app, call, text, {
    recipient_type: 'individual',
    // Else a user id: the person shows only a user name.
    ...(text.to.startsWith('+') ? { to: text.to } : { recipient: text.to }),
    type: 'text',
    text: { preview_url: false, body: text.body },
    ...(text.quotedGatewayId && { context: { message_id: text.quotedGatewayId } }),
    biz_opaque_callback_data: text.id,
  });
  const parsed = accepted.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new SendError('unknown_outcome', 'WhatsApp answered without an id');
  return parsed.data.messages[0]?.id as string; // min(1)
}

/** Also marks the message as read; lasts up to 25 seconds. */
export async function showTyping(
  message: OurAddress & { gatewayMessageId: string },
  app: WhatsAppApp,
  call: typeof fetch,
): Promise<void> {
  await post(app, call, message, {
    status: 'read',
    message_id: message.gatewayMessageId,
    typing_indicator: { type: 'text' },
  });
}

async function post(
  app: WhatsAppApp,
  call: typeof fetch,
  { senderId }: OurAddress,
  body: object,
): Promise<Response> {
  const sender = senderId ?? app.phoneNumberId;
  if (!sender) {
    const detail = 'Set a phone number id for the expert, or WHATSAPP_PHONE_NUMBER_ID';
    throw new SendError('not_configured', detail);
  }
  const url = `${app.apiUrl}/${graphVersion}/${encodeURIComponent(sender)}/messages`;
  const response = await callGateway(call, url, {
    method: 'POST',
    headers: { ...createAuthHeader(app), 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
  });
  if (!response.ok) throw await toSendError(response);
  return response;
}

export function createAuthHeader({ accessToken }: WhatsAppApp): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

/** Meta documents no HTTP status for its codes. */
export async function toSendError(response: Response): Promise<SendError> {
  const parsed = refusal.safeParse(await response.json().catch(() => null));
  const waitMs = readRetryAfterMs(response);
  if (!parsed.success) {
    const detail = `HTTP ${response.status}`;
    if (response.status === 429) return new SendError('rate_limited', detail, waitMs);
    // The failure lies between us and Meta, so the text may have been sent.
    if (response.status >= 500) return new SendError('unknown_outcome', detail);
    return new SendError(response.status === 401 ? 'credentials' : 'rejected', detail);
  }
  const { code, is_transient } = parsed.data.error;
  const { kind, detail } = toSendFailure(code);
  const temporary = isKnownCode(code) ? null : toTemporaryKind(response.status, is_transient);
  return new SendError(temporary ?? kind, detail, waitMs ?? findMinWaitMs(code));
}

/** Meta adds codes without notice; for these the HTTP status decides. */
function toTemporaryKind(status: number, isTransient: boolean): SendFailureKind | null {
  if (status === 429) return 'rate_limited';
  return status >= 500 || isTransient ? 'gateway_error' : null;
}
