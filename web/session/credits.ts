import type { User } from '#shared/api/auth.ts';

/** What is left, as the pill says it. */
export function describeCredits(user: User, now = Date.now()): string {
  if (user.subExpiration && new Date(user.subExpiration).getTime() > now) return 'Unlimited';
  return `${Math.max(0, user.paidMessages - user.messageCount)} left`;
}
