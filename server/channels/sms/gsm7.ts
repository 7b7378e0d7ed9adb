/** Characters of GSM 03.38's extension: an escape stands before each. */
const extension = new Set('^{}\\[~]|€\f');
/** Its basic set and the extension: a text of these alone travels as GSM-7. */
const gsm7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€\f',
);

/**
 * How many segments the carrier counts: 160 characters of GSM-7, an extended one being two, or 70 of UCS-2; in a
 * text of several, each gives up room to say which one it is.
 */
export function countSmsSegments(text: string): number {
  const characters = [...text];
  const isGsm7 = characters.every((character) => gsm7.has(character));
  const units = isGsm7
    ? characters.length + characters.filter((character) => extension.has(character)).length
    : text.length;
  const [single, joined] = isGsm7 ? [160, 153] : [70, 67];
  return units <= single ? 1 : Math.ceil(units / joined);
}

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

/** Maps typographic characters to plain ones where all the rest is GSM-7; any other text stays as it is. */
export function preferGsm7(text: string): string {
  const plain = text.replace(twin, (character) => twins[character] ?? character);
  return [...plain].every((character) => gsm7.has(character)) ? plain : text;
}
