import { listMonths } from './dates.ts';
import type { Figure } from './figure.ts';
import { listFigures, writeForReading } from './list-figures.ts';

type Support = {
  /** With the units that stood beside each. */
  readings: Map<string, Set<string | null>>;
  phones: string[];
  months: Set<number>;
};

/** The figures of a text, as they stand there, that none of the other texts says in any form. */
export function findMissingFigures(text: string, texts: string[]): string[] {
  const figures = listFigures(text);
  if (figures.length === 0) return [];
  const support = gatherSupport(texts);
  const missing = figures.filter((figure) => !isCovered(figure, support));
  return [...new Set(missing.map(({ said }) => said))];
}

function gatherSupport(texts: string[]): Support {
  const support: Support = { readings: new Map(), phones: [], months: new Set() };
  for (const text of texts) {
    for (const month of listMonths(writeForReading(text))) support.months.add(month);
    for (const { readings, unit } of listFigures(text)) {
      for (const reading of readings) addReading(support, reading, unit);
    }
  }
  return support;
}

function addReading({ readings, phones }: Support, reading: string, unit: string | null): void {
  if (reading.startsWith('p:')) phones.push(reading.slice(2));
  for (const key of listImplied(reading)) {
    const units = readings.get(key) ?? new Set();
    readings.set(key, units.add(unit));
  }
}

/** A date with its year says the day, the year and "the 24th", too. */
function listImplied(reading: string): string[] {
  const [, month, day, year] = /^d:(\d+)-(\d+)(?:-(\d+))?$/.exec(reading) ?? [];
  if (!month) return [reading];
  const plain = [`d:${month}-${day}`, `o:${day}`];
  return year ? [reading, ...plain, `n:${Number(year)}`] : plain;
}

function isCovered({ readings, unit, said }: Figure, support: Support): boolean {
  return readings.some((reading) => {
    const units = support.readings.get(reading);
    if (units && (unit === null || units.has(unit) || units.has(null))) return true;
    if (reading.startsWith('p:')) return isKnownPhone(reading.slice(2), support.phones);
    if (reading.startsWith('d:')) return isKnownDay(reading, support);
    const isOrdinal = /^\d{1,2}(?:st|nd|rd|th|\.)?$/.test(said);
    return isOrdinal && unit === null && support.readings.has(reading.replace('n:', 'o:'));
  });
}

/** With or without the country's and the area's digits. */
function isKnownPhone(number: string, phones: string[]): boolean {
  return phones.some((known) => known.endsWith(number) || number.endsWith(known));
}

/** "24 and 31 December": the day stands apart from its month. */
function isKnownDay(reading: string, { readings, months }: Support): boolean {
  const [, month, day, year] = /^d:(\d+)-(\d+)(?:-(\d+))?$/.exec(reading) ?? [];
  const isDaySaid =
    readings.has(`d:${month}-${day}`) || (months.has(Number(month)) && readings.has(`n:${day}`));
  return isDaySaid && (year === undefined || readings.has(`n:${Number(year)}`));
}
