const abbreviations = new Set([
  ...[
    'mr',
    'mrs',
    'ms',
    'dr',
    'prof',
    'st',
    'no',
    'nos',
    'vs',
    'approx',
    'dept',
    'est',
    'fig',
    'inc',
  ],
  ...['ltd', 'co', 'corp', 'vol', 'p', 'pp', 'sec', 'e.g', 'i.e', 'cf', 'al', 'jan', 'feb', 'mar'],
  ...['apr', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec', 'a.m', 'p.m', 'u.s'],
  ...[
    'nr',
    'bzw',
    'ca',
    'z.b',
    'd.h',
    'u.a',
    'str',
    'tel',
    'inkl',
    'zzgl',
    'sr',
    'sra',
    'pág',
    'av',
  ],
]);

/** What may end a sentence, with closing quotes and the space behind it. */
const end = /[.!?\u2026]+["')\]\u00bb]*\s+|[\u3002\uff01\uff1f]+|\n+/g;

/** Without the space between them. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(end)) {
    const after = match.index + match[0].length;
    if (!endsHere(text.slice(start, match.index), match[0], text.slice(after, after + 2))) continue;
    sentences.push(text.slice(start, after).trim());
    start = after;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

function endsHere(before: string, mark: string, next: string): boolean {
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  if (/^\p{Ll}/u.test(next)) return false;
  const last = before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('(')) + 1);
  // An initial, or the number of an item.
  if (/^(?:\p{Lu}|\d{1,2})$/u.test(last) && before.length < last.length + 4) return false;
  return !abbreviations.has(last.toLowerCase()) && !/^\p{Lu}$/u.test(last);
}
