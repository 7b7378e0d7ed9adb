import { dropInvisible } from '#shared/fold-text.ts';
import { normalize } from '#shared/normalize.ts';

/** Apostrophes, single quotation marks, primes and accents that stand alone. */
const apostrophes = /[\u2018-\u201b\u2032\u2035\u02b9-\u02bd\u2039\u203a\uff07`\u00b4\u05f3]/g;
const quotationMarks =
  /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\u300c-\u300f\uff02\u05f4]/g;
const dashes = /[\p{Pd}\u2212\u2043]/gu;
/** "1½" is 1 1/2, not 11/2, which it becomes by NFKC. */
const fractions = /(\d)(?=[\u00bc-\u00be\u2150-\u215e\u2189])/g;
/** "10²" is not 102. */
const raised = /(\d)(?=[\u00b9\u00b2\u00b3\u2070\u2074-\u2079])/g;
/** Arabic, Persian, Devanagari, Bengali and Thai. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** One width, one kind of each mark, European digits, small letters; nothing that a reader doesn't see. */
export function writePlainly(text: string): string {
  const marked = text
    .replace(fractions, '$1 ')
    .replace(raised, '$1^')
    .replace(apostrophes, "'")
    .replace(quotationMarks, '"');
  return dropInvisible(normalize(marked, 'NFKC'))
    .toLowerCase()
    .replace(dashes, '-')
    .replaceAll('\u2044', '/')
    .replaceAll('\u00df', 'ss')
    .replaceAll('\u0153', 'oe')
    .replaceAll('\u00e6', 'ae')
    .replace(
      /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g,
      toEuropeanDigit,
    );
}

function toEuropeanDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - Math.max(...zeros.filter((zero) => zero <= code)));
}
