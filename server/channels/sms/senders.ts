import { findPhoneProblem } from '#shared/phone.ts';
import type { AnswerRoute, Sender } from '../channel.ts';

/** A text, whatever its prefix. */
const plainWays = ['sms', 'mms', 'tel'];

/**
 * Twilio names the way before the address: `rcs:+1…`, `whatsapp:+1…`, `messenger:…`. A number is the same person by
 * every way, and the answer leaves by the way the text came (Twilio docs: RCS, WhatsApp, channel addresses).
 */
export function readSender({ From, To }: { From: string; To: string | null }): {
  from: string;
  to: string | null;
  route?: AnswerRoute;
} {
  const { way, address } = splitWay(From);
  const phone = /^\+[\d\s().-]+$/.test(address) ? address.replace(/[^+\d]/g, '') : null;
  const to = To && toBareNumber(To);
  if (!way || plainWays.includes(way)) return { from: phone ?? (address || From), to };
  return { from: phone ?? From, to, route: { to: phone ? `${way}:${phone}` : From, from: To } };
}

/** Our number by any way; an RCS agent's name stays. */
function toBareNumber(address: string): string {
  const { address: number } = splitWay(address);
  return number.startsWith('+') ? number : address;
}

/** By SMS and RCS only people's phones of our countries; a person who writes by another way is answered there. */
export function canBeTexted({ handle, route }: Sender): boolean {
  const { way } = splitWay(route?.to ?? handle);
  if (way && way !== 'rcs') return true;
  return handle.startsWith('+') && findPhoneProblem(handle) === null;
}

function splitWay(text: string): { way: string | null; address: string } {
  const [, way, address = text] = /^([a-z]{1,20}):(.*)$/is.exec(text.trim()) ?? [];
  return { way: way?.toLowerCase() ?? null, address: address.trim() };
}
