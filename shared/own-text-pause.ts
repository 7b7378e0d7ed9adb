import type { PauseAfterText } from './api/experts.ts';
import { hourMs } from './time.ts';

const pauseMs = 2 * hourMs;

/** Whether a team member's own text pauses the AI, and until when; `until` null: until the conversation is returned. */
export function findOwnTextPause(
  setting: PauseAfterText,
  sentAt: Date,
): { until: Date | null } | null {
  if (setting === 'none') return null;
  return { until: setting === 'twoHours' ? new Date(sentAt.getTime() + pauseMs) : null };
}
