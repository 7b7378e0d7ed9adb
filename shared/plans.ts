import { trialMessages } from './limits.ts';

export const planIds = ['trial', 'payg', 'monthly', 'annual'] as const;
export type PlanId = (typeof planIds)[number];

/** What one purchase of a plan grants; unlimited plans grant time instead of messages. */
export const planMessages: Record<PlanId, number | 'unlimited'> = {
  trial: trialMessages,
  payg: 50,
  monthly: 'unlimited',
  annual: 'unlimited',
};
