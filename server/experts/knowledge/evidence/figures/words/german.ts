import type { NumberWords } from '../number-words.ts';

const small =
  'null eins zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn sechzehn siebzehn achtzehn neunzehn';
const tens =
  'zwanzig:20 dreissig:30 vierzig:40 f\u00fcnfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90';
const values = new Map<string, number>([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((pair) => [pair.split(':')[0] ?? '', Number(pair.split(':')[1])] as const),
  ['ein', 1],
  ['', 0],
]);
const maxLength = 60;

/** "zweitausendfünfundzwanzig": thousands, hundreds, units and tens in one word. */
function readCompound(word: string): number | null {
  if (word.length > maxLength || !/hundert|tausend|und.*zig|unddreissig/.test(word)) return null;
  for (const [part, factor] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(part);
    if (at === -1) continue;
    const before = at === 0 ? 1 : readPart(word.slice(0, at));
    const after = readPart(word.slice(at + part.length).replace(/^und/, ''));
    return before === null || after === null ? null : before * factor + after;
  }
  return readTens(word);
}

function readPart(word: string): number | null {
  return values.get(word) ?? readCompound(word);
}

function readTens(word: string): number | null {
  const [unit = '', ten = '', ...more] = word.split('und');
  const [one, whole] = [values.get(unit), values.get(ten)];
  const isTens = one !== undefined && one > 0 && one < 10 && whole !== undefined && whole >= 20;
  return isTens && more.length === 0 ? whole + one : null;
}

export const german: NumberWords = {
  small,
  others: `zwo:2 ${tens}`,
  multipliers:
    'hundert:100 tausend:1000 dutzend:12 million:1000000 millionen:1000000 milliarde:1000000000 milliarden:1000000000',
  joints: [],
  readCompound,
  ambiguous: ['elf', 'null'],
  telling:
    'der die das und ist sind wir sie nicht ein eine mit f\u00fcr auf von um bis uhr ich zu im',
};
