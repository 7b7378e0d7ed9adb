import { dayMs, hourMs, minuteMs } from '#shared/time.ts';

/** Just now, 12m, 3h, 2d, then the date. */
export function formatRelativeTime(timestamp: string, now = Date.now()): string {
  const ageMs = now - new Date(timestamp).getTime();
  if (ageMs < minuteMs) return 'Just now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h`;
  if (ageMs < 7 * dayMs) return `${Math.floor(ageMs / dayMs)}d`;
  const isThisYear = new Date(timestamp).getFullYear() === new Date(now).getFullYear();
  return new Date(timestamp).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: isThisYear ? undefined : 'numeric',
  });
}

export function formatDate(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });
}

export function formatDateTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** 9:41 AM */
export function formatTime(timestamp: string): string {
  return new Date(timestamp).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}

/** 9:41 AM, or Nov 23, 9:41 AM when that is not today. */
export function formatTimeNear(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp);
  if (date.toDateString() === now.toDateString()) return formatTime(timestamp);
  return date.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

/** Grouping by first digits; the first match decides. */
const britishGroups: [start: RegExp, groups: number[]][] = [
  [/^2/, [2, 4, 4]],
  [/^(3|8|9|11|1.1)/, [3, 3, 4]],
  [/^[17]/, [4, 6]],
];

/** +1 202 555 0143, +44 20 7946 0991; others stay E.164, because only these two can sign up. */
export function formatPhone(e164: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  if (american) return `+1 ${american.slice(1).join(' ')}`;
  const british = /^\+44(\d{10})$/.exec(e164)?.[1];
  const groups = british && britishGroups.find(([start]) => start.test(british))?.[1];
  if (!british || !groups) return e164;
  const parts = groups.map((length, index) => {
    const start = groups.slice(0, index).reduce((sum, one) => sum + one, 0);
    return british.slice(start, start + length);
  });
  return ['+44', ...parts].join(' ');
}

/** 0 min, 4 min, 2 h, 3 d */
export function formatElapsed(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
