import type { DeliveryState } from '#shared/channels.ts';
import type { SendFailure, SendFailureKind } from '../send-error.ts';

/** Twilio's MessageStatus → ours (Twilio docs: messaging/api/message-resource, status values). */
export const twilioStates: Record<string, DeliveryState | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  partially_delivered: 'sent',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
};

/**
 * Twilio's error codes → ours, and what an admin can do about it (Twilio docs: api/errors). They come with the
 * answer to a send or with a status report, some of them either way. Codes not listed are `rejected`.
 */
export const twilioErrors: Record<number, [SendFailureKind, hint: string] | undefined> = {
  14107: ['rate_limited', 'Two numbers answer each other: see who is writing.'],
  20003: ['credentials', 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.'],
  20404: ['credentials', 'Twilio knows no such account: check TWILIO_ACCOUNT_SID.'],
  20429: ['rate_limited', 'It is sent again by itself.'],
  20500: ['unknown_outcome', 'Twilio is asked before it is sent again.'],
  21211: ['invalid_number', 'Ask the person to correct their number.'],
  21212: ['sender_not_allowed', 'Check the expert’s phone number.'],
  21266: ['invalid_number', 'The person’s number is the expert’s own.'],
  21408: [
    'sender_not_allowed',
    'Allow the country in Twilio’s console, Messaging Geo permissions.',
  ],
  21602: ['rejected', 'The text was empty.'],
  21603: ['sender_not_allowed', 'Enter the expert’s phone number.'],
  21604: ['invalid_number', 'The person has no number.'],
  21606: ['sender_not_allowed', 'Buy the expert’s number in this Twilio account, with SMS.'],
  21608: ['sender_not_allowed', 'A trial account texts verified numbers only: upgrade it.'],
  21609: ['rejected', 'Twilio can’t call PUBLIC_URL: it must be an address the world can reach.'],
  21610: ['opted_out', 'Only their START lifts that.'],
  21611: ['rate_limited', 'The number’s queue is full: it sends too much for one number.'],
  21612: ['unreachable', 'Twilio has no way from this number to that one.'],
  21614: ['invalid_number', 'It is no mobile number: ask the person for another one.'],
  21617: ['too_long', 'Twilio takes 1,600 characters.'],
  21619: ['rejected', 'The text had no content.'],
  21635: ['invalid_number', 'It is a landline: ask the person for a mobile number.'],
  21654: ['rejected', 'The content template is not known in this account.'],
  21655: ['rejected', 'The content template can’t be used.'],
  21656: ['rejected', 'The variables do not fit the content template.'],
  21703: ['sender_not_allowed', 'Add a number to the messaging service in Twilio’s console.'],
  21910: ['invalid_number', 'Sender and receiver are on different channels.'],
  30001: [
    'rate_limited',
    'The number’s queue was full for too long: it sends too much for one number.',
  ],
  30002: ['credentials', 'The Twilio account is suspended: see Twilio’s console.'],
  30003: ['unreachable', 'The phone may be off or out of reach; the next text is tried as usual.'],
  30004: ['blocked', 'The phone or its carrier blocks the expert’s number.'],
  30005: ['invalid_number', 'The number does not exist any more, or is no mobile number.'],
  30006: ['invalid_number', 'It is a landline, or its carrier takes no texts.'],
  30007: ['blocked', 'A spam filter stopped it: see Twilio’s guide to carrier filtering.'],
  30008: ['unreachable', 'The carrier gave no reason. If it goes on, ask Twilio’s support.'],
  30022: [
    'rate_limited',
    'More texts than the 10DLC campaign may send: ask Twilio for more throughput.',
  ],
  30023: ['rate_limited', 'The 10DLC brand has reached its daily limit at this carrier.'],
  30027: ['rate_limited', 'The 10DLC campaign has reached its daily limit at this carrier.'],
  30032: ['sender_not_allowed', 'Verify the toll-free number in Twilio’s console.'],
  30034: ['sender_not_allowed', 'Register the number for 10DLC in Twilio’s console.'],
  30410: ['unreachable', 'The carrier did not answer in time.'],
  30450: ['blocked', 'Twilio’s RiskCheck stopped it: see Messaging Intelligence in its console.'],
  63003: ['invalid_number', 'The person has no account on this channel.'],
  63007: ['sender_not_allowed', 'Twilio knows no sender of this channel at that address.'],
  63013: ['blocked', 'It is against the channel’s policy.'],
  63014: ['blocked', 'The person or the channel blocks this sender.'],
  63015: ['sender_not_allowed', 'The person has not joined Twilio’s WhatsApp sandbox.'],
  63016: ['window_closed', 'After 24 hours WhatsApp takes approved templates only.'],
  63018: ['rate_limited', 'WhatsApp’s rate for this sender is reached.'],
  63024: ['invalid_number', 'The person can’t be reached on this channel.'],
  63038: ['rate_limited', 'The account’s daily limit is reached: ask Twilio for more.'],
  63051: ['sender_not_allowed', 'Meta has locked the WhatsApp business account: see its manager.'],
};

/** @param message Twilio's own words, where it has sent some. */
export function twilioFailure(code: number, message: string): SendFailure {
  const [kind, hint] = twilioErrors[code] ?? ['rejected', ''];
  const words = [message, hint].map((text) => text.trim()).filter(Boolean);
  const name = code ? `Twilio ${code}` : 'Twilio';
  return { kind, detail: words.length > 0 ? `${name}: ${sentences(words)}` : name };
}

function sentences(words: string[]): string {
  return words
    .map((text, index) => (index < words.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text))
    .join(' ');
}
