import type { Text } from '../texts.ts';

export const apiVersion = '2010-04-01';

/** Words of Twilio's error dictionary for codes that come with a status instead of an answer. */
const deliveryErrors: Record<number, string> = {
  21610: 'Attempt to send to unsubscribed recipient',
  30003: 'Unreachable destination handset',
};

/** The Message resource as the REST API shows it (page "Messages resource"); dates are RFC 2822, counts are strings. */
export function showMessage(text: Text, accountSid: string) {
  const uri = `/${apiVersion}/Accounts/${accountSid}/Messages/${text.sid}`;
  const isAwaitingSender = text.from === null && text.messagingServiceSid !== null;
  return {
    account_sid: accountSid,
    api_version: apiVersion,
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentAt && rfc2822(text.sentAt),
    date_updated: rfc2822(text.updatedAt),
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

function rfc2822(isoDate: string): string {
  return new Date(isoDate).toUTCString().replace('GMT', '+0000');
}
