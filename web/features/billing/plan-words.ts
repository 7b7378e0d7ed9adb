import type { Plan, PlanId } from '#shared/plans.ts';
import { formatPrice } from '#web/lib/pricing.ts';

/** What the pay button does with the picked plan, or is doing. */
export function payLabel(plan: Plan | null, isPaying: boolean): string {
  if (!plan) return 'Continue';
  if (plan.id === 'trial') return isPaying ? 'Starting trial...' : 'Start free trial';
  if (isPaying) return 'Opening payment page...';
  if (plan.id === 'payg') return `Pay ${formatPrice(plan.price)}`;
  return `Subscribe for ${formatPrice(plan.price)} ${plan.period}`;
}

/** What follows from it, before anyone pays. */
export const payNotes: Record<PlanId, string> = {
  trial: 'It starts at once. No card needed.',
  payg: 'One payment. Nothing renews.',
  monthly: 'Renews every month until you cancel.',
  annual: 'Renews every year until you cancel.',
};
