import { queryOptions } from '@tanstack/react-query';
import type { PricingReply } from '#shared/api/billing.ts';
import { trialMessages } from '#shared/limits.ts';
import { type Plan, planIds } from '#shared/plans.ts';
import { api } from './api-client.ts';

/** What is sold here, for those who are signed in and those who are about to be. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => api.get<PricingReply>('/api/pricing', signal),
});

/** The plans of the answer in their order; the trial only for those who have used less than it holds. */
export function offeredPlans({ plans }: PricingReply, messageCount: number): Plan[] {
  return planIds
    .filter((id) => id !== 'trial' || messageCount < trialMessages)
    .flatMap((id) => plans[id] ?? []);
}

/** US dollars as people read them: $9.99, $20, Free. */
export function formatPrice(dollars: number): string {
  if (dollars === 0) return 'Free';
  return dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
  });
}
