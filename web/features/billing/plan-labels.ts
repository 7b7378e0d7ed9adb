import type { User } from '#shared/api/auth.ts';
import type { Plan, PlanId } from '#shared/plans.ts';
import { formatDate } from '#web/lib/format.ts';
import { isSubscribed } from '#web/session/credits.ts';
import { formatPrice } from '#web/session/pricing.ts';

export function describePayButton(plan: Plan | null, isPaying: boolean): string {
  if (!plan) return 'Continue';
  if (plan.id === 'trial') return isPaying ? 'Starting trial...' : 'Start free trial';
  if (isPaying) return 'Opening payment page...';
  if (plan.id === 'payg') return `Pay ${formatPrice(plan.price)}`;
  return `Subscribe for ${formatPrice(plan.price)} ${plan.period}`;
}

/** What the person agrees to by paying. */
export const payNotes: Record<PlanId, string> = {
  trial: 'Starts right away. No card needed.',
  payg: 'One payment. Nothing renews.',
  monthly: 'Renews every month until you cancel.',
  annual: 'Renews every year until you cancel.',
};

/** In the server's words; null without a subscription. */
export function describeUnlimited(user: User): string | null {
  if (!user.subExpiration || !isSubscribed(user)) return null;
  return `Your messages are unlimited until ${formatDate(user.subExpiration)}.`;
}
