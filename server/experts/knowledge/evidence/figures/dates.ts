import { type Form, otherMark, readDay } from './figure.ts';

const names = [
  'january jan januar j\u00e4nner enero ene janvier janv',
  'february feb februar febrero febr f\u00e9vrier f\u00e9vr',
  'march mar m\u00e4rz m\u00e4r marzo mars',
  'april apr abril abr avril avr',
  'may mai mayo',
  'june jun juni junio juin',
  'july jul juli julio juillet juil',
  'august aug agosto ago ao\u00fbt',
  'september sept sep septiembre septembre',
  'october oct oktober okt octubre octobre',
  'november nov noviembre novembre',
  'december dec dezember dez diciembre dic d\u00e9cembre d\u00e9c',
];
const months = new Map(
  names.flatMap((list, index) => list.split(' ').map((name) => [name, index + 1] as const)),
);
const month = [...months.keys()].sort((one, other) => other.length - one.length).join('|');
const ordinal = '(?:st|nd|rd|th|er|\\.|[\\u00ba\\u00aa]|o)?';

/** The year is a figure of its own, which is read next. */
export const dates: Form[] = [
  {
    pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    mark: otherMark,
    read: ([, year, one, day]) => withYear(readDay(Number(day), Number(one)), year),
  },
  {
    pattern: /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\b/g,
    mark: otherMark,
    read: ([, one, , two, year = '']) =>
      withYear(readEither(one, two), year.length === 2 ? `20${year}` : year),
  },
  { pattern: /\b(\d{1,2})\.(\d{1,2})\.(?!\d)/g, mark: otherMark, read: readGermanDay },
  {
    pattern: new RegExp(`\\b(\\d{1,2})${ordinal} ?(?:of |de )?(${month})\\b\\.?`, 'g'),
    mark: otherMark,
    read: ([, day, name = '']) => readNamed(day, name),
  },
  {
    pattern: new RegExp(
      `\\b(${month})\\.? (?:the )?(\\d{1,2})${ordinal}(?![\\d\\p{L}]|[:.,]\\d)`,
      'gu',
    ),
    mark: otherMark,
    read: ([, name = '', day]) => readNamed(day, name),
  },
];

function readGermanDay([, day, one]: RegExpExecArray) {
  const readings = readDay(Number(day), Number(one));
  return readings.length > 0 ? { readings, unit: null } : null;
}

function readNamed(day: string | undefined, name: string) {
  const readings = readDay(Number(day), months.get(name) ?? 0);
  return readings.length > 0 ? { readings, unit: null } : null;
}

/** 3/4 is in March or in April. */
function readEither(one: string | undefined, two: string | undefined): string[] {
  return [...readDay(Number(one), Number(two)), ...readDay(Number(two), Number(one))];
}

function withYear(days: string[], year: string | undefined) {
  return days.length > 0 ? { readings: days.map((day) => `${day}-${year}`), unit: null } : null;
}

/** All months that a text names, as numbers. */
export function listMonths(text: string): number[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.flatMap((word) => months.get(word) ?? []);
}
