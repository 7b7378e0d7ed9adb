import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export const unsupportedPhoneMessage = 'Only US (+1) and UK (+44) phone numbers are supported';

/** E.164 of a valid US or GB number, or null; without a country it is read as US. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed?.isValid()) return null;
  return parsed.country === 'US' || parsed.country === 'GB' ? parsed.number : null;
}

/** E.164 as `+1 202 555 0143`; anything else unchanged. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
