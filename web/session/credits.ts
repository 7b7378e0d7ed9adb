import type { User } from '#shared/api/auth.ts';

export function isSubscribed(
  { subExpiration }: Pick<User, 'subExpiration'>,
  now = Date.now(),
): boolean {
  return subExpiration !== null && Date.parse(subExpiration) > now;
}

/** Null while a subscription makes messages unlimited. */
export function countCreditsLeft(user: User, now = Date.now()): number | null {
  return isSubscribed(user, now) ? null : Math.max(0, user.paidMessages - user.messageCount);
}
