import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Plan, PlanId } from '#shared/plans.ts';
import { Button } from '#web/components/ui/button.tsx';
import { subscriptionQuery, useCheckout } from './api.ts';
import { PlanCard } from './plan-card.tsx';
import { payLabel, payNotes } from './plan-words.ts';

export const planGridStyle = 'grid grid-cols-1 gap-3 md:grid-cols-2';

/** Pick one of the plans, then pay for it. */
export function PlanChoice({
  plans,
  onSelect,
}: {
  plans: Plan[];
  onSelect?: (plan: PlanId) => void;
}) {
  const group = useId();
  const [selected, setSelected] = useState<PlanId | null>(null);
  const subscribedPlan = useSubscribedPlan();
  return (
    <>
      <div role="radiogroup" aria-label="Plan" className={planGridStyle}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            group={group}
            isSelected={plan.id === selected}
            isCurrent={plan.id === subscribedPlan}
            onSelect={() => {
              setSelected(plan.id);
              onSelect?.(plan.id);
            }}
          />
        ))}
      </div>
      <PayBar
        plan={plans.find(({ id }) => id === selected) ?? null}
        isSubscribed={subscribedPlan !== null}
      />
    </>
  );
}

/** The plan that is being paid for again and again. */
function useSubscribedPlan(): PlanId | null {
  const { data } = useQuery(subscriptionQuery);
  const { status, plan } = data?.subscription ?? {};
  return status === 'active' || status === 'past_due' ? (plan ?? null) : null;
}

/** Stays in sight on a phone while the plans are compared. */
function PayBar({ plan, isSubscribed }: { plan: Plan | null; isSubscribed: boolean }) {
  const noteId = useId();
  const { isPaying, pay } = useCheckout();
  // Messages can be bought beside a subscription; a second one can't.
  const isTaken = isSubscribed && (plan?.id === 'monthly' || plan?.id === 'annual');
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-2 border-t bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:flex md:items-center md:justify-between md:gap-6 md:border-0 md:p-0">
      <p id={noteId} className="text-muted text-sm" aria-live="polite">
        {isTaken
          ? 'You have a subscription. Change or cancel it in the billing portal.'
          : plan
            ? payNotes[plan.id]
            : 'Pick a plan to continue.'}
      </p>
      <Button
        size="large"
        disabled={!plan || isTaken || isPaying}
        aria-describedby={noteId}
        onClick={() => pay(plan?.id ?? null)}
      >
        {payLabel(plan, isPaying)}
      </Button>
    </div>
  );
}
