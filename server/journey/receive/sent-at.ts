const dayMs = 24 * 3_600_000;
/** Gateways repeat a message for a week at most, so an older time is a mistake. */
const longestWayMs = 8 * dayMs;

/** When the person sent it, by the gateway's clock; null if that can't be. */
export function trustSentAt(sentAt: Date | undefined, now: Date): Date | null {
  if (!sentAt) return null;
  if (now.getTime() - sentAt.getTime() > longestWayMs) return null;
  return sentAt > now ? now : sentAt;
}
