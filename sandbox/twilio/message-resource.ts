import type { Text } from '../texts.ts';

export const apiVersion = '2010-04-01';

const deliveryErrors: Record<number, string> = {
  21610: 'Attempt to send to unsubscribed recipient',
  30003: 'Unreachable destination handset',
};

/** Twilio's page "Messages resource": dates are RFC 2822, counts are strings. */
export function showMessage(text: Text, accountSid: string) {
  const uri = `/${apiVersion}/Accounts/${accountSid}/Messages/${text.sid}`;
  const isAwaitingSender = text.from === null && text.messagingServiceSid !== null;
  return {
    account_sid: accountSid,
    api_version: apiVersion,
    body: text.body,
    date_created: formatRfc2822(text.createdAt),
    date_sent: text.sentAt && formatRfc2822(text.sentAt),
    date_updated: formatRfc2822(text.updatedAt),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: text.errorCode === null ? null : (deliveryErrors[text.errorCode] ?? null),
    from: text.from,
    messaging_service_sid: text.messagingServiceSid,
    num_media: String(text.pictures.length),
    num_segments: isAwaitingSender ? '0' : String(text.numSegments),
    price: null,
    price_unit: text.messagingServiceSid ? null : 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
}

export function formatRfc2822(isoDate: string): string {
  return new Date(isoDate).toUTCString().replace('GMT', '+0000');
}
