const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Until the next repeat; the last one goes on. */
const urgentMs = [15 * minuteMs, hourMs];
/** After one hour, after four, then daily. */
const quietMs = [hourMs, 3 * hourMs, 24 * hourMs];

/** @param repeats how many there were. */
export function findNextRepeat(isUrgent: boolean, repeats: number, now: Date): Date {
  const gaps = isUrgent ? urgentMs : quietMs;
  const gap = gaps[Math.min(repeats, gaps.length - 1)] as number;
  return new Date(now.getTime() + gap);
}
