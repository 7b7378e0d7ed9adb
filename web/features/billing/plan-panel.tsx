import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { useId } from 'react';
import type { User } from '#shared/api/auth.ts';
import { type PlanId, planIds } from '#shared/plans.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { isSubscribed } from '#web/session/credits.ts';
import { listOfferedPlans, ownPricingQuery } from '#web/session/pricing.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { PlanCardSkeleton } from './plan-card.tsx';
import { PlanChoice, planGridStyle } from './plan-choice.tsx';
import { Usage } from './usage.tsx';

type Props = { onSelect?: (plan: PlanId) => void };

export function PlanPanel({ onSelect }: Props) {
  const user = useCurrentUser();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="font-semibold text-xl leading-tight">
          {isSubscribed(user) ? 'Plans' : 'Choose a plan'}
        </h2>
        <Usage user={user} />
      </div>
      <Plans user={user} onSelect={onSelect} />
    </section>
  );
}

function Plans({ user, onSelect }: Props & { user: User }) {
  const { data, error, isFetching, refetch } = useQuery(ownPricingQuery);
  if (data) {
    const plans = listOfferedPlans(data, user);
    if (plans.length > 0) return <PlanChoice plans={plans} onSelect={onSelect} />;
    return (
      <EmptyState
        icon={Tag}
        title="No plans available"
        description="There is nothing to buy right now. Please check again later."
        action={
          <Button variant="outline" disabled={isFetching} onClick={() => refetch()}>
            {isFetching ? 'Checking...' : 'Check again'}
          </Button>
        }
      />
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load plans"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading plans</span>
      <ul aria-hidden className={planGridStyle}>
        {planIds.map((plan) => (
          <PlanCardSkeleton key={plan} />
        ))}
      </ul>
      <div className="mt-4 flex h-20 items-center justify-end md:h-11">
        <Skeleton className="h-11 w-full md:w-28" />
      </div>
    </div>
  );
}
