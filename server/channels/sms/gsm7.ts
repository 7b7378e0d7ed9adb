import { isGsm7 } from '#shared/sms.ts';

/** Typographic characters that have a plain twin: one of them would turn a whole text into UCS-2. */
const twins: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
};
const twin = new RegExp(`[${Object.keys(twins).join('')}]`, 'g');

/** The text without typographic characters that have a plain twin. */
export function plainTwins(text: string): string {
  return text.replace(twin, (character) => twins[character] ?? character);
}

/** Maps typographic characters to plain ones where all the rest is GSM-7; any other text stays as it is. */
export function preferGsm7(text: string): string {
  const plain = plainTwins(text);
  return isGsm7(plain) ? plain : text;
}
