import { z } from 'zod';
import type { NumberAtGateway } from '../channel.ts';
import { SendError } from '../send-error.ts';
import { request, type TwilioAccount, toSendError } from './rest.ts';

const page = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      sid: z.string().min(1),
      phone_number: z.string(),
      sms_url: z.string().nullish(),
      sms_method: z.string().nullish(),
      sms_application_sid: z.string().nullish(),
    }),
  ),
});

/** Makes Twilio retry after errors and timeouts. The fragment is neither sent nor signed. */
const retries = '#rc=5&rp=5xx,ct,rt';

/** Twilio docs: IncomingPhoneNumber resource. */
export async function findTwilioNumber(
  address: string,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<NumberAtGateway | null> {
  const url = new URL(`${numbersUrl(account)}.json`);
  url.searchParams.set('PhoneNumber', address);
  const response = await request(account, call, url.href, { method: 'GET' });
  if (!response.ok) throw await toSendError(response);
  const answer = page.safeParse(await response.json().catch(() => null));
  if (!answer.success) throw new SendError('gateway_error', 'an answer that cannot be read');
  // Twilio lists every number that contains these digits.
  const number = answer.data.incoming_phone_numbers.find((one) => one.phone_number === address);
  if (!number) return null;
  // A TwiML application replaces the number's own address.
  const isUsed = !number.sms_application_sid && number.sms_method?.toUpperCase() !== 'GET';
  return { id: number.sid, webhookUrl: isUsed ? hideSecrets(number.sms_url) : null };
}

/** Credentials and queries may be another service's; admins and the audit log read the rest. */
function hideSecrets(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

export async function setTwilioWebhook(
  numberId: string,
  webhookUrl: string,
  account: TwilioAccount,
  call: typeof fetch,
): Promise<void> {
  const body = new URLSearchParams({
    SmsUrl: webhookUrl + retries,
    SmsMethod: 'POST',
    SmsApplicationSid: '',
  });
  const url = `${numbersUrl(account)}/${encodeURIComponent(numberId)}.json`;
  const response = await request(account, call, url, { method: 'POST', body });
  if (!response.ok) throw await toSendError(response);
}

function numbersUrl({ apiUrl, accountSid }: TwilioAccount): string {
  return `${apiUrl}/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers`;
}
