import { dayMs } from './time.ts';

/**
 * Calendar days as `YYYY-MM-DD`. The database can't compute them: it knows other zone names than the browser and reads
 * `+05:30` with the opposite sign.
 */

/** Oldest first, ending with today. */
export function listLastDays(now: Date, { days, timeZone }: { days: number; timeZone: string }) {
  const today = readLocalDay(now, timeZone);
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The local time as `HH:MM`, and the weekday: 0 is Monday. */
export function readLocalTime(now: Date, timeZone: string): { weekday: number; time: string } {
  const [day = '', time = ''] = createClockIn(timeZone).format(now).split(' ');
  return { weekday: (new Date(day).getUTCDay() + 6) % 7, time: time.slice(0, 5) };
}

export function readLocalDay(now: Date, timeZone: string): string {
  return createClockIn(timeZone).format(now).slice(0, 10);
}

/** @param time `HH:MM` by day: at night a clock change may skip it. */
export function findInstant(day: string, time: string, timeZone: string): Date {
  const clock = createClockIn(timeZone);
  const wall = Date.parse(`${day}T${time}Z`);
  const near = wall - findOffset(clock, wall);
  return new Date(wall - findOffset(clock, near));
}

/** At a clock change a day may begin at one o'clock or have two midnights, so both offsets are tried. */
export function startOfDay(day: string, timeZone: string): Date {
  const clock = createClockIn(timeZone);
  const midnight = Date.parse(day);
  const candidates = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - findOffset(clock, near))
    .sort((a, b) => a - b);
  const isInDay = (instant: number) => clock.format(instant).slice(0, 10) >= day;
  return new Date(candidates.find(isInDay) ?? midnight);
}

/** Formats like `2026-11-21 14:05:00`. */
function createClockIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}

function findOffset(clock: Intl.DateTimeFormat, instant: number): number {
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant;
}
