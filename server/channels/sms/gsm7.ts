import { isGsm7 } from '#shared/sms.ts';

/** One typographic character turns the whole text into UCS-2. */
const plainForms: Record<string, string> = {
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
const typographic = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'g');

export function replaceTypographic(text: string): string {
  return text.replace(typographic, (character) => plainForms[character] ?? character);
}

/** Unchanged if it needs UCS-2 anyway. */
export function preferGsm7(text: string): string {
  const plain = replaceTypographic(text);
  return isGsm7(plain) ? plain : text;
}
