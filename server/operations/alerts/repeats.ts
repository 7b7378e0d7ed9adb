import { dayMs, hourMs, minuteMs } from '#shared/time.ts';

/** Until the next repeat; the last one goes on. */
const urgentMs = [15 * minuteMs, hourMs];
/** After one hour, after four, then daily. */
const quietMs = [hourMs, 3 * hourMs, dayMs];

/** Rings so often until it is known that there are many. */
const fewRings = 3;

/** At most this long after an episode has become more, it is told again; what comes meanwhile is told with it. */
export function findNextTelling(repeats: number, now: Date): Date {
  return new Date(now.getTime() + (repeats < fewRings ? 5 : 15) * minuteMs);
}

/** @param repeats how many there were. */
export function findNextRepeat(isUrgent: boolean, repeats: number, now: Date): Date {
  const gaps = isUrgent ? urgentMs : quietMs;
  const gap = gaps[Math.min(repeats, gaps.length - 1)] as number;
  return new Date(now.getTime() + gap);
}
