import { dayMs } from '#shared/time.ts';

/** Gateways repeat a message for a week at most, so an older time is a mistake. */
const maxWayMs = 8 * dayMs;

/** When the person sent it, by the gateway's clock; null if that can't be. */
export function trustSentAt(sentAt: Date | undefined, now: Date): Date | null {
  if (!sentAt) return null;
  if (now.getTime() - sentAt.getTime() > maxWayMs) return null;
  return sentAt > now ? now : sentAt;
}
