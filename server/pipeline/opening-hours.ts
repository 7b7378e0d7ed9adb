import { readLocalTime } from '#server/calendar.ts';
import type { Answering } from '#server/messages/system-texts.ts';
import { type OpeningHours, parseInterval, weekdays } from '#shared/opening-hours.ts';

/** When a person answers: `today until 18:00` while open, else `Monday at 9:00`; null without hours. */
export function describeHours(hours: OpeningHours | null, now: Date): Answering {
  if (!hours) return null;
  const { weekday, time } = readLocalTime(now, hours.timeZone);
  for (let ahead = 0; ahead <= weekdays.length; ahead++) {
    const index = (weekday + ahead) % weekdays.length;
    const open = parseInterval(hours.days[index]);
    if (!open || (ahead === 0 && time >= open.to)) continue;
    if (ahead === 0 && time >= open.from) {
      return { isOpen: true, when: `today until ${shorten(open.to)}` };
    }
    const day = ['today', 'tomorrow'][ahead] ?? weekdays[index];
    return { isOpen: false, when: `${day} at ${shorten(open.from)}` };
  }
  return null;
}

/** 09:00 → 9:00 */
function shorten(time: string): string {
  return time.replace(/^0/, '');
}
