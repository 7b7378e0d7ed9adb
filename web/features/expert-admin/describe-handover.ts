import type { PauseAfterText } from '#shared/api/experts.ts';
import { type OpeningHours, weekdays } from '#shared/opening-hours.ts';

export const pauseLabels: Record<PauseAfterText, string> = {
  twoHours: 'The AI pauses for 2 hours',
  untilReturned: 'The AI pauses until you return the conversation',
  none: 'The AI keeps answering',
};

/** One per line: versions are compared line by line. */
export function describeHours({ timeZone, days }: OpeningHours): string {
  const open = weekdays.flatMap((name, index) => (days[index] ? `${name} ${days[index]}` : []));
  return open.length > 0 ? [...open, timeZone].join('\n') : 'None';
}
