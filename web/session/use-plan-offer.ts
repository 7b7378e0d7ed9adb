import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, type PlanId, plans } from '#shared/plans.ts';
import { offeredPlans, pricingQuery } from '#web/lib/pricing.ts';

export type PlanOffer = {
  /** Null while prices load. */
  plans: Plan[] | null;
  selected: PlanId;
  select: (plan: PlanId) => void;
};

/** What a newcomer can start with: the trial unless they pick another, and still the trial if prices fail to load. */
export function usePlanOffer(): PlanOffer {
  const { data, isPending } = useQuery(pricingQuery);
  const [picked, select] = useState<PlanId>('trial');
  const offered = data ? offeredPlans(data, 0) : [plans.trial];
  const selected = offered.find(({ id }) => id === picked) ?? offered[0] ?? plans.trial;
  return { plans: isPending ? null : offered, selected: selected.id, select };
}
