import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, type PlanId, plans } from '#shared/plans.ts';
import { listOfferedPlans, newAccount, pricingQuery } from './pricing.ts';

export type PlanOffer = {
  /** Null while prices load. */
  plans: Plan[] | null;
  selected: PlanId;
  select: (plan: PlanId) => void;
};

/** The trial is preselected, and the only plan if prices fail to load. */
export function usePlanOffer(): PlanOffer {
  const { data, isPending } = useQuery(pricingQuery);
  const [picked, select] = useState<PlanId>('trial');
  const offered = data ? listOfferedPlans(data, newAccount) : [plans.trial];
  const selected = offered.find(({ id }) => id === picked) ?? offered[0] ?? plans.trial;
  return { plans: isPending ? null : offered, selected: selected.id, select };
}
