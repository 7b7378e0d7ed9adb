import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export const unsupportedPhoneMessage = 'Only US (+1) and UK (+44) phone numbers are supported';
const untextablePhoneMessage = "This kind of number can't receive texts";

const untextable = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'TOLL_FREE',
  'PAGER',
  'VOICEMAIL',
];

/** E.164 of a US or GB number; without a country it is read as US. */
export function parsePhone(text: string): string | null {
  return parse(text)?.number ?? null;
}

/** Why a person can't sign up with this number; null if they can. */
export function findPhoneProblem(text: string): string | null {
  const parsed = parse(text);
  if (!parsed) return unsupportedPhoneMessage;
  return untextable.includes(parsed.getType() ?? '') ? untextablePhoneMessage : null;
}

function parse(text: string) {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed?.isValid()) return null;
  return parsed.country === 'US' || parsed.country === 'GB' ? parsed : null;
}

/** Null for other addresses, or if the number does not tell. */
export function findCountry(handle: string): string | null {
  return parsePhoneNumberFromString(handle)?.country ?? null;
}

/** `+1 202 555 0143`; anything but E.164 is unchanged. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
