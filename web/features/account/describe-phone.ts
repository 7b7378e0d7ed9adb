import type { AttachedPhone } from '#shared/api/phones.ts';
import { channelNames } from '#shared/channels.ts';
import { formatPhone } from '#web/lib/format.ts';

/** Apple's addresses are opaque. */
export function namePhone({ number, ending, channels }: AttachedPhone): string {
  if (number) return formatPhone(number);
  const by = channels.map((channel) => channelNames[channel]).join(', ');
  return ending
    ? `${by || 'Address'}, ends\u00a0…\u2060${ending}`
    : 'The phone that sends your code';
}

export function describeRemoval({ state, isOwnNumber }: AttachedPhone): string {
  if (state === 'waits-for-yes' && !isOwnNumber) return "A YES from it won't attach it any more.";
  if (state === 'waits-for-code') return "The CONNECT code won't work any more.";
  const ended = 'Its conversations end, and you can still read them here.';
  return isOwnNumber
    ? `${ended} To text with experts again, enter a number above and connect.`
    : `${ended} What it texts from now on uses none of your credits.`;
}
