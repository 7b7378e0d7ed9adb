import type { Answering } from '#server/messages/system-texts.ts';
import { addDays, findInstant, readLocalDay, readLocalTime } from '#shared/calendar.ts';
import {
  endsNextDay,
  type Interval,
  type OpeningHours,
  parseInterval,
  weekdays,
} from '#shared/opening-hours.ts';
import { findCountry } from '#shared/phone.ts';
import { hourMs } from '#shared/time.ts';

/**
 * `today until 18:00` while open, else `Monday at 9:00`; null without hours.
 * @param handle if its clock may differ, the zone is named: `Monday at 9:00 (Berlin time)`.
 */
export function describeHours(
  hours: OpeningHours | null,
  { now, handle }: { now: Date; handle: string },
): Answering {
  if (!hours) return null;
  const { weekday, time } = readLocalTime(now, hours.timeZone);
  const zone = mayDiffer(now, handle, hours.timeZone) ? ` (${nameZone(hours.timeZone)})` : '';
  const dayAt = (ahead: number) => (weekday + ahead + weekdays.length) % weekdays.length;
  const hoursAt = (ahead: number) => parseInterval(hours.days[dayAt(ahead)]);

  const closesAt = findClosing(time, { yesterday: hoursAt(-1), today: hoursAt(0) });
  if (closesAt) return { isOpen: true, when: `${closesAt}${zone}` };
  for (let ahead = 0; ahead <= weekdays.length; ahead++) {
    const open = hoursAt(ahead);
    if (!open || (ahead === 0 && time >= open.from)) continue;
    const day = ['today', 'tomorrow'][ahead] ?? weekdays[dayAt(ahead)];
    return { isOpen: false, when: `${day} at ${shorten(open.from)}${zone}` };
  }
  return null;
}

export function isOpenAt({ timeZone, days }: OpeningHours, now: Date): boolean {
  const { weekday, time } = readLocalTime(now, timeZone);
  const yesterday = parseInterval(days[(weekday + weekdays.length - 1) % weekdays.length]);
  return findClosing(time, { yesterday, today: parseInterval(days[weekday]) }) !== null;
}

const withoutHoursMs = 12 * hourMs;

/** When the team had its chance to answer: the end of its present or next hours. */
export function findShiftEnd(hours: OpeningHours | null, now: Date): Date {
  const ends = hours ? listClosings(hours, now) : [];
  return ends.find((end) => end > now) ?? new Date(now.getTime() + withoutHoursMs);
}

/** From yesterday on, for a week. */
function listClosings({ timeZone, days }: OpeningHours, now: Date): Date[] {
  const today = readLocalDay(now, timeZone);
  const { weekday } = readLocalTime(now, timeZone);
  return Array.from({ length: weekdays.length + 2 }, (_, index) => index - 1).flatMap((ahead) => {
    const open = parseInterval(days[(weekday + ahead + weekdays.length) % weekdays.length]);
    if (!open) return [];
    const day = addDays(today, ahead + (endsNextDay(open) ? 1 : 0));
    return [findInstant(day, open.to, timeZone)];
  });
}

/** Null while closed. Hours after midnight belong to the day they began. */
function findClosing(
  time: string,
  { yesterday, today }: { yesterday: Interval | null; today: Interval | null },
): string | null {
  if (today && time >= today.from) {
    if (endsNextDay(today)) return `until tomorrow at ${shorten(today.to)}`;
    if (time < today.to) return `today until ${shorten(today.to)}`;
  }
  const isNight = yesterday && endsNextDay(yesterday) && time < yesterday.to;
  return isNight ? `today until ${shorten(yesterday.to)}` : null;
}

/** A number only tells its country, which may have several clocks. */
function mayDiffer(now: Date, handle: string, timeZone: string): boolean {
  const country = findCountry(handle);
  if (!country) return false;
  const here = readLocalTime(now, timeZone);
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  return zones.some((zone) => {
    const { weekday, time } = readLocalTime(now, zone);
    return weekday !== here.weekday || time !== here.time;
  });
}

/** `America/New_York` → `New York time` */
function nameZone(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return timeZone.includes('/') ? `${place} time` : timeZone;
}

function shorten(time: string): string {
  return time.replace(/^0/, '');
}
