import { queryOptions } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import type { PricingReply } from '#shared/api/billing.ts';
import { trialMessages } from '#shared/limits.ts';
import { type Plan, planIds } from '#shared/plans.ts';
import { api } from '#web/lib/api-client.ts';

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => api.get<PricingReply>('/api/pricing', signal),
});

/** Without the trial once the person had it. Keyed below the subscription: each payment changes both. */
export const ownPricingQuery = queryOptions({
  queryKey: ['subscription', 'pricing'],
  queryFn: ({ signal }) => api.get<PricingReply>('/api/pricing', signal),
});

type Account = Pick<User, 'messageCount' | 'paidMessages' | 'subExpiration'>;

export const newAccount: Account = { messageCount: 0, paidMessages: 0, subExpiration: null };

/** The trial is offered until its messages are used or anything is bought. */
export function listOfferedPlans({ plans }: PricingReply, account: Account): Plan[] {
  const { messageCount, paidMessages, subExpiration } = account;
  const hasBought = subExpiration !== null || paidMessages > trialMessages;
  const isTrialOffered = messageCount < trialMessages && !hasBought;
  return planIds.filter((id) => id !== 'trial' || isTrialOffered).flatMap((id) => plans[id] ?? []);
}

export function arePaymentsSetUp({ plans }: PricingReply): boolean {
  return planIds.some((id) => id !== 'trial' && plans[id]);
}

/** $9.99, $20, Free */
export function formatPrice(dollars: number): string {
  if (dollars === 0) return 'Free';
  return dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
  });
}
