import { z } from 'zod';
import { callGateway, retryAfterMs } from '../call-gateway.ts';
import type { OurAddress, OutboundText } from '../channel.ts';
import { SendError, type SendFailureKind } from '../send-error.ts';
import { isKnownCode, leastWaitMs, whatsappFailure } from './failures.ts';

/** What an app at Meta needs to be called, and to call us. */
export type WhatsAppApp = {
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  /** The number of experts that have no `phoneNumberId` of their own. */
  phoneNumberId: string | null;
  apiUrl: string;
  /** Where a link opens a chat with us. */
  chatUrl: string;
};

export const graphVersion = 'v25.0';

const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const refusal = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string().catch('') }).catch({ details: '' }),
    is_transient: z.boolean().catch(false),
  }),
});

/** Takes any text within the window; Meta's answer says that it was accepted, not that it arrived. */
export async function sendWhatsAppText(
  text: OutboundText,
  app: WhatsAppApp,
  call: typeof fetch,
): Promise<string> {
  const response = await post(app, call, text, {
    recipient_type: 'individual',
    // A phone number begins with +; whoever has shown only a user name is written to by user id.
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

/** One call does both: the message is marked as read, and dots are shown for up to 25 seconds. */
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
    const detail = 'Neither the expert nor WHATSAPP_PHONE_NUMBER_ID names a phone number id';
    throw new SendError('not_configured', detail);
  }
  const url = `${app.apiUrl}/${graphVersion}/${encodeURIComponent(sender)}/messages`;
  const response = await callGateway(call, url, {
    method: 'POST',
    headers: { ...bearer(app), 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
  });
  if (!response.ok) throw await refused(response);
  return response;
}

export function bearer({ accessToken }: WhatsAppApp): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

/** The code tells what happened; Meta promises no HTTP status for it. */
export async function refused(response: Response): Promise<SendError> {
  const parsed = refusal.safeParse(await response.json().catch(() => null));
  const waitMs = retryAfterMs(response);
  if (!parsed.success) {
    const detail = `HTTP ${response.status}`;
    if (response.status === 429) return new SendError('rate_limited', detail, waitMs);
    // Something in between failed; the text may have gone out all the same.
    if (response.status >= 500) return new SendError('unknown_outcome', detail);
    return new SendError(response.status === 401 ? 'credentials' : 'rejected', detail);
  }
  const { code, message, error_data, is_transient } = parsed.data.error;
  const { kind, detail } = whatsappFailure(code, error_data.details || message);
  const passing = isKnownCode(code) ? null : passingKind(response.status, is_transient);
  return new SendError(passing ?? kind, detail, waitMs ?? leastWaitMs(code));
}

/** Meta adds codes without notice: of one that nobody knew today the status tells whether it passes. */
function passingKind(status: number, isTransient: boolean): SendFailureKind | null {
  if (status === 429) return 'rate_limited';
  return status >= 500 || isTransient ? 'gateway_error' : null;
}
