import { z } from 'zod';
import { timeZone } from './api/common.ts';

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

export function parseInterval(day: string | undefined): Interval | null {
  const [, from, to] = interval.exec(day ?? '') ?? [];
  return from && to ? { from, to } : null;
}

/** The night belongs to the day it begins on. */
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
  }, 'Opening and closing times must differ');

/** When the team answers. */
export const openingHours = z.object({
  timeZone: timeZone.unwrap(),
  /** Monday first, like `09:00-17:00`; empty if closed. */
  days: z.array(day).length(weekdays.length, 'days must be seven, from Monday on'),
});

export type OpeningHours = z.output<typeof openingHours>;

export const isNeverOpen = ({ days }: OpeningHours): boolean => days.every((text) => text === '');
