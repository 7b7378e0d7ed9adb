import { type ChannelKey, phoneChannels } from '#shared/channels.ts';
import type { SandboxExpert } from './context.ts';

/*
 * A person of the sandbox is known by one id: the phone number, or WhatsApp's user id where somebody shows none.
 * Gateways call the same person by other names; they are made from the id and lead back to it, so that a restart
 * changes nobody's name.
 */

const appleId = 'urn:mbid:AQAAY';
const userIdMark = '.9000';

/** The address a person writes from, or null where this channel can't reach them. */
export function addressOn(channel: ChannelKey, person: string, ourAddress: string): string | null {
  if (channel === 'AMB') {
    return appleId + Buffer.from(`${ourAddress.toLowerCase()} ${person}`).toString('base64url');
  }
  return channel === 'SMS' && !person.startsWith('+') ? null : person;
}

/** WhatsApp's own id of a person, which its webhooks name beside the number. */
export function whatsAppUserId(person: string): string {
  if (!person.startsWith('+')) return person;
  return `${person.startsWith('+44') ? 'GB' : 'US'}${userIdMark}${person.slice(1)}`;
}

/** Whose address it is, on whichever channel. */
export function personAt(address: string): string {
  if (address.startsWith(appleId)) {
    const named = Buffer.from(address.slice(appleId.length), 'base64url').toString();
    return named.slice(named.indexOf(' ') + 1);
  }
  const phone = new RegExp(`^[A-Z]{2}\\${userIdMark}(\\d+)$`).exec(address)?.[1];
  return phone ? `+${phone}` : address;
}

/** Where an expert is reached, as people see it; null while there is no such address. */
export function addressOfExpert({ channel, phoneNumber, handle }: SandboxExpert): string | null {
  return phoneChannels.includes(channel) ? phoneNumber : handle;
}
