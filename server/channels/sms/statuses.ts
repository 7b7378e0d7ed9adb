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

/** Twilio's error codes → ours (Twilio docs: api/errors). Codes not listed are `rejected`. */
const failureKinds: Record<number, SendFailureKind | undefined> = {
  20003: 'credentials',
  20404: 'credentials', // no such account
  20429: 'rate_limited',
  20500: 'unknown_outcome',
  21211: 'invalid_number',
  21212: 'sender_not_allowed',
  21408: 'sender_not_allowed', // the country is not enabled
  21606: 'sender_not_allowed',
  21608: 'sender_not_allowed', // a trial account texts verified numbers only
  21610: 'opted_out',
  21611: 'rate_limited', // the sender's queue is full
  21612: 'unreachable',
  21614: 'invalid_number',
  21617: 'too_long',
  21635: 'invalid_number', // a landline
  30001: 'rate_limited', // queue overflow
  30002: 'credentials', // the account is suspended
  30003: 'unreachable',
  30004: 'blocked',
  30005: 'invalid_number',
  30006: 'invalid_number', // a landline
  30007: 'blocked',
  30008: 'unreachable',
  30022: 'rate_limited',
  30023: 'rate_limited',
  30027: 'rate_limited',
  30032: 'sender_not_allowed',
  30034: 'sender_not_allowed',
  30410: 'unreachable',
  30450: 'blocked',
};

export function twilioFailure(code: number, message: string): SendFailure {
  const detail = [code ? `Twilio ${code}` : 'Twilio', message].filter(Boolean).join(': ');
  return { kind: failureKinds[code] ?? 'rejected', detail };
}
