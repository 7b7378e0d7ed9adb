/** GSM 03.38: what one septet holds, and what takes two. Anything else makes the whole text UCS-2. */
const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const gsmExtended = '^{}\\[~]|€\f';

const limits = {
  gsm: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
};

function gsmLength(text: string): number | null {
  let length = 0;
  for (const character of text) {
    if (gsmBasic.includes(character)) length += 1;
    else if (gsmExtended.includes(character)) length += 2;
    else return null;
  }
  return length;
}

/** How many texts the carrier counts, and how much still fits into the last of them. */
export function countSegments(text: string): { segments: number; left: number } {
  const septets = gsmLength(text);
  const length = septets ?? text.length;
  const { single, part } = septets === null ? limits.ucs2 : limits.gsm;
  if (length <= single) return { segments: 1, left: single - length };
  const segments = Math.ceil(length / part);
  return { segments, left: segments * part - length };
}
