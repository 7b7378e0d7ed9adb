import { randomBytes } from 'node:crypto';
import { whatsAppUserId } from '../addresses.ts';

/** Omits a hidden number. */
export function describePerson(person: string) {
  const hasPhone = person.startsWith('+');
  const digits = person.slice(1);
  const userId = whatsAppUserId(person);
  return {
    contact: {
      profile: hasPhone ? { name: person } : { name: 'Kit Vale', username: 'kit.vale' },
      ...(hasPhone && { wa_id: digits }),
      user_id: userId,
    },
    sender: { ...(hasPhone && { from: digits }), from_user_id: userId },
    recipient: { ...(hasPhone && { recipient_id: digits }), recipient_user_id: userId },
  };
}

export function newMessageId(): string {
  return `wamid.${randomBytes(30).toString('base64')}`;
}

export function timestamp(now = new Date()): string {
  return String(Math.floor(now.getTime() / 1000));
}
