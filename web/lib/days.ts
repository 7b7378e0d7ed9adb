import { dayMs } from '#shared/time.ts';

/** A day is `YYYY-MM-DD` without a time zone. An invalid one, from a URL, stays as it is. */
function formatUtc(day: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(Date.parse(day))) return day;
  return new Date(day).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
}

/** Nov 3 */
export function formatDay(day: string): string {
  return formatUtc(day, { month: 'short', day: 'numeric' });
}

/** Tue, Nov 3 */
export function formatWeekday(day: string): string {
  return formatUtc(day, { weekday: 'short', month: 'short', day: 'numeric' });
}

/** Nov 3, 2026 */
export function formatDayOfYear(day: string): string {
  return formatUtc(day, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** Nov 3, Nov 3–9, Oct 29 – Nov 4; with the year unless it is this one. */
export function formatDays(from: string, to: string, thisYear = new Date().getFullYear()): string {
  const year = to.startsWith(`${thisYear}-`) ? '' : `, ${to.slice(0, 4)}`;
  if (from === to) return formatDay(to) + year;
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${formatDay(from)}–${Number(to.slice(8))}${year}`;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const start = isOneYear ? formatDay(from) : `${formatDay(from)}, ${from.slice(0, 4)}`;
  return `${start} – ${formatDay(to)}${year}`;
}

/** Nov 3–9, since Nov 3, until Nov 9; null without a day. */
export function formatPeriod(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return formatDays(from, to);
  if (from) return `since ${formatDays(from, from)}`;
  return to ? `until ${formatDays(to, to)}` : null;
}

/** In the reader's time zone. */
export function readLocalDay(daysAgo = 0): string {
  const now = new Date();
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  return new Date(day).toISOString().slice(0, 10);
}

export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
}

export function readLocalTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
