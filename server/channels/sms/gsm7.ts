import { isGsm7 } from '#shared/sms.ts';

/** As readable in GSM-7. One other character would turn the whole text into UCS-2, with 70 to a segment. */
const plainForms: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '₀': '0',
  '₁': '1',
  '₂': '2',
  '₃': '3',
  '₄': '4',
  '₅': '5',
  '₆': '6',
  '₇': '7',
  '₈': '8',
  '₉': '9',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '×': 'x',
  '·': '*',
  '÷': '/',
  '±': '+/-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '≈': '~',
  '→': '->',
  '⇒': '=>',
  '←': '<-',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
};
const typographic = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'g');

export function replaceTypographic(text: string): string {
  // 1½ must not become 11/2.
  return text
    .replace(/\d(?=[½⅓⅔¼¾⅕⅛])/g, '$& ')
    .replace(typographic, (character) => plainForms[character] ?? character);
}

/** Unchanged if it needs UCS-2 anyway. */
export function preferGsm7(text: string): string {
  const plain = replaceTypographic(text);
  return isGsm7(plain) ? plain : text;
}
