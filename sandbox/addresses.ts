import { type ChannelKey, phoneChannels } from '#shared/channels.ts';
import type { SandboxExpert } from './context.ts';

/*
 * A person's id is the phone number, or WhatsApp's user id where they show none. Gateways'
 * addresses derive from it, and so survive restarts.
 */

const appleIdPrefix = 'urn:mbid:AQAAY';
const userIdMark = '.9000';

/** A number by SMS or RCS, a short code, or a business's name. */
const smsSender = /^((rcs:)?\+\d+|\d{3,8}|[a-z][a-z0-9 ]{0,10})$/i;

/** Null if the channel needs a number and the person shows none. */
export function addressOn(channel: ChannelKey, person: string, ourAddress: string): string | null {
  if (channel === 'AMB') return appleIdOf(person, ourAddress);
  return channel === 'SMS' && !smsSender.test(person) ? null : person;
}

/** Apple knows a person by another id at each business. */
export function appleIdOf(person: string, businessId: string): string {
  const id = Buffer.from(`${businessId.toLowerCase()} ${person}`).toString('base64url');
  return appleIdPrefix + id;
}

export function whatsAppUserId(person: string): string {
  if (!person.startsWith('+')) return person;
  return `${person.startsWith('+44') ? 'GB' : 'US'}${userIdMark}${person.slice(1)}`;
}

export function personAt(address: string): string {
  if (address.startsWith(appleIdPrefix)) {
    const decoded = Buffer.from(address.slice(appleIdPrefix.length), 'base64url').toString();
    return decoded.slice(decoded.indexOf(' ') + 1);
  }
  const phone = new RegExp(`^[A-Z]{2}\\${userIdMark}(\\d+)$`).exec(address)?.[1];
  return phone ? `+${phone}` : address;
}

export function addressOfExpert({ channel, phoneNumber, handle }: SandboxExpert): string | null {
  return phoneChannels.includes(channel) ? phoneNumber : handle;
}
