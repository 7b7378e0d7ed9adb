import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export const unsupportedPhoneMessage = 'Only US (+1) and UK (+44) phone numbers are supported';

/** E.164 of a valid US or GB number, or null. Accepts what people type: spaces, dashes, brackets; a number without country is read as US. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed?.isValid()) return null;
  return parsed.country === 'US' || parsed.country === 'GB' ? parsed.number : null;
}

/** E.164 written for people: `+1 202 555 0143`. Anything that is no phone number comes back as it is. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
