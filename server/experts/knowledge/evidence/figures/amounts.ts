import { type Figure, type Form, otherMark } from './figure.ts';

const multipliers: Record<string, number> = {
  hundred: 100,
  hundert: 100,
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mil: 1e3,
  mille: 1e3,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  mio: 1e6,
  'mill\u00f3n': 1e6,
  millones: 1e6,
  billion: 1e9,
  bn: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  mrd: 1e9,
  trillion: 1e12,
  dozen: 12,
  dutzend: 12,
  docenas: 12,
  douzaines: 12,
};
const units: Record<string, string> = {
  ...toUnit('%', '% percent prozent'),
  ...toUnit('eur', '\u20ac eur euro euros'),
  ...toUnit('usd', '$ us$ usd dollar dollars bucks'),
  ...toUnit('gbp', '\u00a3 gbp quid'),
  ...toUnit('chf', 'chf franken'),
  ...toUnit('jpy', '\u00a5 jpy yen'),
};

function toUnit(unit: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unit]));
}

const currency = '(?:us\\$|[\\u20ac$\\u00a3\\u00a5]|\\b(?:eur|usd|gbp|chf|jpy))';
const digits = "\\d{1,3}(?:[ ']\\d{3})+(?![\\d])(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*";
const multiplier = `(?: ?(${Object.keys(multipliers).join('|')})\\b\\.?)?`;
const percentWords = 'per ?cent|por ciento|pour ?cent|v\\.? ?h\\.';
const unitWords = Object.keys(units)
  .filter((name) => /^\w/.test(name) && name !== 'us$')
  .join('|');
const unit = `(?: ?(%|[\\u20ac$\\u00a3\\u00a5](?! ?\\d)|(?:${unitWords}|${percentWords})\\b))?`;
/** "(202) 555-0143", "+49 30 1234567"; a year or a sum has fewer digits in such groups. */
const phone =
  /(?:\+\d{1,3}[-. ]?)?(?:\(\d{2,5}\)[-. ]?|\b\d{2,5}[-. /])\d{3,4}[-. ]\d{3,4}(?:[-. ]\d{2,4}){0,3}\b|\+\d{1,3}[-. ]?\d{2,4}[-. ]?\d{4,12}\b|\b\d{3}-\d{4}\b/g;

export const codes: Form[] = [
  {
    pattern: /(?<![\p{L}\d])(?!(?:eur|usd|gbp|chf|jpy)\d)\p{L}+\d[\p{L}\d]*/gu,
    mark: otherMark,
    read: ([code]) => ({ readings: [`c:${code}`], unit: null }),
  },
];

export const phones: Form[] = [
  {
    pattern: phone,
    mark: otherMark,
    read: ([said]) => {
      const number = said.replace(/\D/g, '');
      return isGrouped(said) || number.length < 7
        ? null
        : { readings: [`p:${number}`], unit: null };
    },
  },
];

/** "10 000 000" and "1.000.000" are sums. */
function isGrouped(said: string): boolean {
  return /^\d{1,3}(?:([. ])\d{3})(?:\1\d{3})*$/.test(said);
}

export const amounts: Form[] = [
  {
    pattern: /\bhalf an hour\b|\bhalbe stunde\b|\bmedia hora\b|\bdemi-heure\b/g,
    mark: otherMark,
    read: () => ({ readings: ['n:0.5', 'n:30'], unit: null }),
  },
  {
    pattern:
      /(?<![\d/.,])(?:(\d{1,4})(?: and | ))?(?:a )?(half|quarter|(\d{1,3})\/(\d{1,4}))(?![\d/\p{L}])/gu,
    mark: otherMark,
    read: readFraction,
  },
  { pattern: /\b(?:anderthalb|eineinhalb)\b/g, mark: otherMark, read: () => number(1.5, null) },
  {
    pattern: new RegExp(
      `(${currency})? ?(?:minus )?(?:(?<![\\d\\p{L})%])-)?(${digits})${multiplier}${unit}`,
      'gu',
    ),
    mark: otherMark,
    read: readAmount,
  },
];

function number(value: number, said: string | null): Omit<Figure, 'said'> {
  return { readings: [`n:${value}`], unit: said };
}

function readFraction([, whole, name, upper, lower]: RegExpExecArray) {
  const named = name === 'half' ? 0.5 : name === 'quarter' ? 0.25 : Number(upper) / Number(lower);
  const readings = [`n:${round(Number(whole ?? 0) + named)}`];
  const isDay = !whole && upper && lower;
  return {
    readings: isDay ? [...readings, ...listDays(Number(upper), Number(lower))] : readings,
    unit: null,
  };
}

/** "24/12" may be a day, in two orders. */
function listDays(one: number, two: number): string[] {
  const pairs = [
    [one, two],
    [two, one],
  ] as const;
  return pairs.flatMap(([day, month]) => (day <= 31 && month <= 12 ? [`d:${month}-${day}`] : []));
}

function readAmount([whole, before, digitsSaid = '', times, after]: RegExpExecArray) {
  const sign = /(?:^|[^\d])-|minus/.test(whole.slice(0, whole.indexOf(digitsSaid))) ? -1 : 1;
  const factor = sign * (multipliers[times ?? ''] ?? 1);
  const readings = listValues(digitsSaid).map((value) =>
    typeof value === 'number' ? `n:${round(factor * value)}` : `n:${value}`,
  );
  return { readings, unit: findUnit(before) ?? findUnit(after) };
}

function findUnit(said: string | undefined): string | null {
  if (!said) return null;
  return units[said] ?? (new RegExp(`^(?:${percentWords})`).test(said) ? '%' : null);
}

const round = (value: number): number => Number(value.toPrecision(12));

/** "1.500" is 1500 or 1.500, which is not written as 1.5. */
function listValues(said: string): (number | string)[] {
  const plain = said.replace(/[ ']/g, '');
  const groups = plain.split(/[.,]/);
  if (groups.length === 1) return [Number(plain)];
  const last = groups.at(-1) ?? '';
  const isThousands = groups.slice(1).every((group) => group.length === 3) && groups[0] !== '0';
  if (isThousands) {
    const whole = Number(groups.join(''));
    return groups.length === 2 ? [whole, `${groups[0]}.${last}`] : [whole];
  }
  if (groups.length === 2) return [Number(`${groups[0]}.${last}`)];
  return isIndian(groups) || groups.length < 3
    ? [Number(groups.join(''))]
    : listMixed(plain, groups);
}

/** "1,00,000". */
function isIndian(groups: string[]): boolean {
  return groups.at(-1)?.length === 3 && groups.slice(1, -1).every((group) => group.length === 2);
}

/** "1.234,56"; a version such as 2.1.7 stays as it is written. */
function listMixed(plain: string, groups: string[]): (number | string)[] {
  const marks = plain.replace(/\d/g, '');
  const isSum = new Set(marks.slice(0, -1)).size === 1 && marks.at(-1) !== marks[0];
  return isSum ? [Number(`${groups.slice(0, -1).join('')}.${groups.at(-1)}`)] : [plain];
}
