import { writePlainly } from '../plain-characters.ts';
import { amounts, codes, phones } from './amounts.ts';
import { clock } from './clock.ts';
import { dates } from './dates.ts';
import { type Figure, type Form, listTimes, otherMark, timeMark } from './figure.ts';
import { writeNumbersAsDigits } from './number-words.ts';

/** In this order: what one form has read, the next don't see. */
const forms: Form[] = [...codes, ...dates, ...phones, ...clock, ...amounts];

/** Numbers, times, dates, sums, codes and phone numbers of a text, also in words. Links are the caller's to take out. */
export function listFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  let rest = writeForReading(text);
  for (const form of forms) {
    const before = rest;
    rest = before.replace(form.pattern, (...args) => {
      const match = args.slice(
        0,
        args.findIndex((arg) => typeof arg === 'number'),
      );
      const [said] = match as string[];
      const read = form.read(match as unknown as RegExpExecArray);
      if (!read || !said) return said ?? '';
      const at = args.find((arg) => typeof arg === 'number') as number;
      figures.push({
        said: said.trim().replace(/(?<=m)\.$/, ''),
        ...withTimes(read, before, at, said),
      });
      return ` ${form.mark} `;
    });
  }
  return figures;
}

/** Plainly, with numbers in digits. */
export function writeForReading(text: string): string {
  const lines = dropListNumbers(text.replaceAll(timeMark, ' ').replaceAll(otherMark, ' '));
  const plain = writePlainly(lines).replaceAll(/[^\S\n]+/g, ' ');
  return writeNumbersAsDigits(plain).replace(/\bhalf a dozen\b|\bhalf 12\b/g, '6');
}

/** The numbers 1, 2, 3 at the beginnings of lines count the lines. */
function dropListNumbers(text: string): string {
  const isList = /^ {0,8}1[.)] /m.test(text) && /^ {0,8}2[.)] /m.test(text);
  if (!isList) return text;
  let next = 1;
  return text.replace(/^( {0,8})(\d{1,2})([.)] )/gm, (whole, space: string, number: string) => {
    if (Number(number) !== next) return whole;
    next += 1;
    return space;
  });
}

const beforeTime =
  /(?:\b(?:at|until|till|til|from|before|after|around|to|close[sd]?|open[s]?|um|bis|ab|gegen|von|las|la|hasta|desde|\u00e0|jusqu'\u00e0|d\u00e8s)|\d ?-) ?$/;
const betweenTimes = new RegExp(
  `^ ?(?:-|to|bis|until|till|a|\\u00e0|and|und|y|et) {0,2}${timeMark}`,
);
const afterTime =
  /^ ?(?:- ?\d|(?:to|bis|until|till) \d{1,2}\b|(?:in the (?:morning|afternoon|evening)|at night|morgens|abends|de la (?:ma\u00f1ana|tarde|noche)|du (?:matin|soir))\b)/;
const countsThings =
  /^ ?(?:days?|minutes?|mins?|hours?|weeks?|months?|years?|people|persons?|guests|kg|g|ml|l|km|cm|m|%|tage|stunden|minuten|d\u00edas|horas|minutos|jours|minutes)\b/;

/** "Open from 8 to 5": a bare number that the words make a time. */
function withTimes(
  read: Omit<Figure, 'said'>,
  text: string,
  at: number,
  said: string,
): Omit<Figure, 'said'> {
  const hour = /^ ?(\d{1,2})$/.exec(said)?.[1];
  if (!hour || Number(hour) > 24 || read.unit) return read;
  const before = text.slice(Math.max(0, at - 12), at) + (said.startsWith(' ') ? ' ' : '');
  const after = text.slice(at + said.length, at + said.length + 20);
  const isTime = beforeTime.test(before) || betweenTimes.test(after) || afterTime.test(after);
  if (!isTime || countsThings.test(after)) return read;
  return { ...read, readings: [...read.readings, ...listTimes(Number(hour), 0)] };
}
