import { z } from 'zod';
import { timeZone } from './api/common.ts';

/** As in `openingHours.days`. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const interval = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

export type Interval = { from: string; to: string };

/** Null for a day that is closed. */
export function parseInterval(day: string | undefined): Interval | null {
  const [, from, to] = interval.exec(day ?? '') ?? [];
  return from && to ? { from, to } : null;
}

/** From 22:00 to 02:00, for instance: the night belongs to the day that it begins on. */
export const endsNextDay = ({ from, to }: Interval): boolean => to < from;

const day = z
  .string()
  .refine(
    (text) => text === '' || interval.test(text),
    'Enter both times, like 09:00-17:00, or close the day',
  )
  .refine((text) => {
    const times = parseInterval(text);
    return !times || times.from !== times.to;
  }, 'The day must not close when it opens');

/** When a person answers. */
export const openingHours = z.object({
  timeZone: timeZone.unwrap(),
  /** From Monday on, like `09:00-17:00`; empty: closed. */
  days: z.array(day).length(weekdays.length, 'days must be seven, from Monday on'),
});

export type OpeningHours = z.output<typeof openingHours>;

export const isNeverOpen = ({ days }: OpeningHours): boolean => days.every((text) => text === '');
