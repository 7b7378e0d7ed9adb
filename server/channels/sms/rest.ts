import { z } from 'zod';
import { callGateway, readRetryAfterMs } from '../call-gateway.ts';
import type { OutboundText } from '../channel.ts';
import { SendError } from '../send-error.ts';
import { replaceTypographic } from './gsm7.ts';
import { toSendFailure } from './statuses.ts';

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  messagingServiceSid: string | undefined;
  apiUrl: string;
  /** Twilio itself answers STOP, START and HELP, its default. */
  answersKeywords: boolean;
  chatUrl: string;
};

const clockSlackMs = 5_000;

const created = z.object({ sid: z.string().min(1) });
const refusal = z.object({ code: z.number().catch(0) });
const list = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      to: z.string().nullable(),
      from: z.string().nullish(),
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
    From: withChannelPrefix(text),
    Body: text.body,
    StatusCallback: text.callbackUrl,
  });
  if (account.messagingServiceSid) form.set('MessagingServiceSid', account.messagingServiceSid);
  const response = await request(account, call, messagesUrl(account), {
    method: 'POST',
    body: form,
  });
  if (!response.ok) throw await toSendError(response);
  const parsed = created.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new SendError('unknown_outcome', 'Twilio answered without a sid');
  return parsed.data.sid;
}

export async function findTwilioTexts(
  text: OutboundText,
  since: Date,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<string[]> {
  const listed = await listOutbound(text.to, since, account, call);
  return listed.filter(({ body }) => hasSameBody(body, text)).map(({ sid }) => sid);
}

export async function listTwilioTexts(
  { to, address }: { to: string; address: string },
  since: Date,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<{ id: string; body: string }[]> {
  const listed = await listOutbound(to, since, account, call);
  return listed
    .filter(({ from }) => from?.replace(/^[a-z]+:/, '') === address)
    .map(({ sid, body }) => ({ id: sid, body: withoutPrefix(body) }));
}

/** Oldest first, to every spelling of the number. */
async function listOutbound(
  recipient: string,
  since: Date,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<z.output<typeof list>['messages']> {
  const found = new Map<string, z.output<typeof list>['messages'][number]>();
  for (const to of listAddresses(recipient)) {
    for (const one of await listTextsTo(to, since, account, call)) found.set(one.sid, one);
  }
  return [...found.values()];
}

async function listTextsTo(to: string, since: Date, account: TwilioAccount, call: typeof fetch) {
  const url = new URL(messagesUrl(account));
  url.searchParams.set('To', to);
  url.searchParams.set('DateSent>', since.toISOString().slice(0, 10));
  url.searchParams.set('PageSize', '100');
  const response = await request(account, call, url.href, { method: 'GET' });
  if (!response.ok) throw await toSendError(response);
  const earliest = since.getTime() - clockSlackMs;
  return list
    .parse(await response.json())
    .messages.filter(
      ({ direction, date_created: at }) =>
        direction.startsWith('outbound') && Date.parse(at ?? '') >= earliest,
    )
    .reverse();
}

/** Smart Encoding replaces typographic characters. */
function hasSameBody(listed: string | null, { body }: OutboundText): boolean {
  return withoutPrefix(listed) === replaceTypographic(body);
}

/** Twilio prefixes a trial account's texts. */
function withoutPrefix(listed: string | null): string {
  return replaceTypographic(listed ?? '').replace(/^Sent from your Twilio trial account - /, '');
}

/** @param account null: no credentials. */
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

export async function toSendError(response: Response): Promise<SendError> {
  const { code } = refusal.catch({ code: 0 }).parse(await response.json().catch(() => null));
  const { kind, detail } = toSendFailure(code, response.status);
  // Twilio never processes a 429. After any other server error the text may have been sent.
  if (response.status === 429) {
    return new SendError('rate_limited', detail, readRetryAfterMs(response));
  }
  if (response.status >= 500) return new SendError('unknown_outcome', detail);
  return new SendError(kind, detail);
}

/** Twilio prefixes both ends: `whatsapp:+1…`. */
function withChannelPrefix({ to, address }: OutboundText): string {
  const prefix = /^[a-z]+:/.exec(to)?.[0] ?? '';
  return address.startsWith(prefix) ? address : prefix + address;
}

/** The person may have changed their way since the call. */
const ways = ['rcs:', 'whatsapp:', ''];

function listAddresses(to: string): string[] {
  const number = to.slice(to.indexOf(':') + 1);
  return number.startsWith('+') ? ways.map((way) => way + number) : [to];
}

function messagesUrl(account: TwilioAccount): string {
  return `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
}
