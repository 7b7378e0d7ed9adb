import type { DeliveryState } from '#shared/channels.ts';
import type { SendFailure, SendFailureKind } from '../send-error.ts';

/** Twilio docs: messaging/api/message-resource, status values. */
export const twilioStates: Record<string, DeliveryState | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  partially_delivered: 'sent',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
};

/** With advice for admins (Twilio docs: api/errors). */
export const twilioErrors: Record<number, [SendFailureKind, hint: string] | undefined> = {
  14107: ['rate_limited', 'Two machines seem to answer each other. Look at the conversation.'],
  20003: ['credentials', 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.'],
  20404: ['credentials', 'Twilio has no such account. Check TWILIO_ACCOUNT_SID.'],
  20429: ['rate_limited', 'It will be retried automatically.'],
  20500: ['unknown_outcome', 'Sagewire looks it up at Twilio before it retries.'],
  21211: ['invalid_number', 'Ask the person to correct their number.'],
  21212: ['sender_not_allowed', "Check the expert's phone number."],
  21266: ['invalid_number', "The person's number is the expert's own number."],
  21408: [
    'sender_not_allowed',
    "Allow the country in Twilio's console under Messaging Geo permissions.",
  ],
  21602: ['rejected', 'The text was empty.'],
  21603: ['sender_not_allowed', "Enter the expert's phone number."],
  21604: ['invalid_number', 'The person has no number.'],
  21606: [
    'sender_not_allowed',
    "The expert's number must belong to this Twilio account and support SMS.",
  ],
  21608: ['sender_not_allowed', 'A trial account can only text verified numbers. Upgrade it.'],
  21609: ['rejected', "Twilio can't reach PUBLIC_URL. It must be a public address."],
  21610: ['opted_out', 'Only they can opt back in, by texting START.'],
  21611: ['rate_limited', "The number's queue is full. It sends more than one number can."],
  21612: ['unreachable', 'Twilio has no route from this number to that one.'],
  21614: ['invalid_number', 'It is not a mobile number. Ask the person for another one.'],
  21617: ['too_long', 'Twilio allows 1,600 characters.'],
  21619: ['rejected', 'The text had no content.'],
  21635: ['invalid_number', 'It is a landline. Ask the person for a mobile number.'],
  21654: ['rejected', 'This account has no such content template.'],
  21655: ['rejected', "The content template can't be used."],
  21656: ['rejected', 'The variables do not match the content template.'],
  21703: ['sender_not_allowed', "Add a number to the messaging service in Twilio's console."],
  21910: ['invalid_number', 'Sender and receiver are on different channels.'],
  30001: [
    'rate_limited',
    "The number's queue was full for too long. It sends more than one number can.",
  ],
  30002: ['credentials', "The Twilio account is suspended. See Twilio's console."],
  30003: ['unreachable', 'The phone may be off or have no signal. The next text is sent as usual.'],
  30004: ['blocked', "The phone or its carrier blocks the expert's number."],
  30005: ['invalid_number', 'The number no longer exists, or is not a mobile number.'],
  30006: ['invalid_number', 'It is a landline, or its carrier does not accept texts.'],
  30007: ['blocked', "A spam filter stopped it. See Twilio's guide to carrier filtering."],
  30008: ['unreachable', "The carrier gave no reason. If this continues, ask Twilio's support."],
  30022: ['rate_limited', 'The 10DLC campaign sends too fast. Ask Twilio for more throughput.'],
  30023: ['rate_limited', 'The 10DLC brand has reached its daily limit at this carrier.'],
  30027: ['rate_limited', 'The 10DLC campaign has reached its daily limit at this carrier.'],
  30032: ['sender_not_allowed', "Verify the toll-free number in Twilio's console."],
  30034: ['sender_not_allowed', "Register the number for 10DLC in Twilio's console."],
  30410: ['unreachable', 'The carrier did not respond in time.'],
  30450: ['blocked', "Twilio's RiskCheck stopped it. See Messaging Intelligence in its console."],
  63003: ['invalid_number', 'The person has no account on this channel.'],
  63007: ['sender_not_allowed', 'Twilio has no sender of this channel at that address.'],
  63013: ['blocked', "It violates the channel's policy."],
  63014: ['blocked', 'The person or the channel blocks this sender.'],
  63015: ['sender_not_allowed', "The person has not joined Twilio's WhatsApp sandbox."],
  63016: ['window_closed', 'After 24 hours WhatsApp accepts only approved templates.'],
  63018: ['rate_limited', 'This sender has reached its WhatsApp rate limit.'],
  63024: ['invalid_number', "The person can't be reached on this channel."],
  63038: ['rate_limited', 'The account has reached its daily limit. Ask Twilio for a higher one.'],
  63051: [
    'sender_not_allowed',
    'Meta has locked the WhatsApp business account. See WhatsApp Manager.',
  ],
};

/** @param status of HTTP, for an answer without a code. */
export function toSendFailure(code: number, status?: number): SendFailure {
  const [kind, hint] = twilioErrors[code] ?? ['rejected', ''];
  const name = code
    ? `Twilio ${code}`
    : ['Twilio', status && `HTTP ${status}`].filter(Boolean).join(': ');
  return { kind, detail: hint ? `${name}: ${hint}` : name };
}
