import { z } from 'zod';
import { callGateway, retryAfterMs } from '../call-gateway.ts';
import type { OutboundText } from '../channel.ts';
import { SendError } from '../send-error.ts';
import { plainTwins } from './gsm7.ts';
import { twilioFailure } from './statuses.ts';

/** What a Twilio account needs to be called. */
export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  messagingServiceSid: string | undefined;
  apiUrl: string;
  /** Twilio's default: it answers STOP, START and HELP itself. */
  answersKeywords: boolean;
};

/** Twilio's clock and ours may differ by this much when texts are matched by time. */
const clockSlackMs = 5_000;

const created = z.object({ sid: z.string().min(1) });
const refusal = z.object({ code: z.number().catch(0), message: z.string().catch('') });
const list = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      to: z.string().nullable(),
      body: z.string().nullable(),
      direction: z.string(),
      date_created: z.string().nullable(),
    }),
  ),
});

export async function sendTwilioText(
  text: OutboundText,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<string> {
  const form = new URLSearchParams({
    To: text.to,
    From: sameChannel(text),
    Body: text.body,
    StatusCallback: text.callbackUrl,
  });
  if (account.messagingServiceSid) form.set('MessagingServiceSid', account.messagingServiceSid);
  const response = await request(account, call, messagesUrl(account), {
    method: 'POST',
    body: form,
  });
  if (!response.ok) throw await refused(response);
  const parsed = created.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new SendError('unknown_outcome', 'Twilio answered without a sid');
  return parsed.data.sid;
}

/** Lists by To and DateSent, as Twilio allows, and picks the texts that are the one we tried to send. */
export async function findTwilioTexts(
  text: OutboundText,
  since: Date,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<string[]> {
  const url = new URL(messagesUrl(account));
  url.searchParams.set('To', text.to);
  url.searchParams.set('DateSent>', since.toISOString().slice(0, 10));
  url.searchParams.set('PageSize', '100');
  const response = await request(account, call, url.href, { method: 'GET' });
  if (!response.ok) throw await refused(response);
  const earliest = since.getTime() - clockSlackMs;
  return list
    .parse(await response.json())
    .messages.filter(
      (message) =>
        message.direction.startsWith('outbound') &&
        isBodyOf(message.body, text) &&
        Date.parse(message.date_created ?? '') >= earliest,
    )
    .map((message) => message.sid)
    .reverse();
}

/** Twilio puts words before a trial account's texts, and its Smart Encoding writes plain characters. */
function isBodyOf(listed: string | null, { body }: OutboundText): boolean {
  const shown = plainTwins(listed ?? '').replace(/^Sent from your Twilio trial account - /, '');
  return shown === plainTwins(body);
}

/** @param account null where the credentials are nobody's business. */
export async function request(
  account: TwilioAccount | null,
  call: typeof fetch,
  url: string,
  init: RequestInit & { timeoutMs?: number },
): Promise<Response> {
  const basic = account && Buffer.from(`${account.accountSid}:${account.authToken}`);
  const headers = basic ? { authorization: `Basic ${basic.toString('base64')}` } : undefined;
  return callGateway(call, url, { ...init, ...(headers && { headers }) });
}

/** What Twilio’s refusal means; its body is read. */
export async function refused(response: Response): Promise<SendError> {
  const { code, message } = refusal
    .catch({ code: 0, message: '' })
    .parse(await response.json().catch(() => null));
  const { kind, detail } = twilioFailure(code, message || `HTTP ${response.status}`);
  // 429 was never processed; after any other server error the text may have gone out all the same.
  if (response.status === 429) {
    return new SendError('rate_limited', detail, retryAfterMs(response));
  }
  if (response.status >= 500) return new SendError('unknown_outcome', detail);
  return new SendError(kind, detail);
}

/** Whoever writes by WhatsApp through Twilio is `whatsapp:+1…`; the two ends of a text are of one channel. */
function sameChannel({ to, address }: OutboundText): string {
  const prefix = /^[a-z]+:/.exec(to)?.[0] ?? '';
  return prefix + address;
}

function messagesUrl(account: TwilioAccount): string {
  return `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
}
