/**
 * What a figure may mean, as keys that equal figures share: `n:17.5` a number, `t:1050` minutes of the day, `d:12-24` a day
 * of the year, `c:b12` a code, `p:2025550143` a phone number.
 */
export type Figure = {
  /** As it stands in the text, with numbers in digits. */
  said: string;
  readings: string[];
  /** Of money, or a percentage; null if it is said without. */
  unit: string | null;
};

/** Marks where a figure stood, so that its neighbors can be read. */
export const timeMark = '\u0001';
export const otherMark = '\u0002';

export type Form = {
  pattern: RegExp;
  mark: string;
  /** @returns null if the match is no figure of this form. */
  read(match: RegExpExecArray): Omit<Figure, 'said'> | null;
};

const minutesOfHalfDay = 12 * 60;

/** Both halves of the day, if neither a half nor an hour after 12 is said. */
export function listTimes(hour: number, minute: number, half?: string): string[] {
  if (hour > 24 || minute > 59) return [];
  if (half) {
    const base = (hour % 12) * 60 + minute;
    return [`t:${half.startsWith('p') ? base + minutesOfHalfDay : base}`];
  }
  const said = (hour % 24) * 60 + minute;
  return hour > 12 || hour === 0 ? [`t:${said}`] : listBothHalves(said);
}

function listBothHalves(said: number): string[] {
  const other = (said + minutesOfHalfDay) % (2 * minutesOfHalfDay);
  return [`t:${said}`, `t:${other}`];
}

export function readDay(day: number, month: number): string[] {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay ? [`d:${month}-${day}`] : [];
}
