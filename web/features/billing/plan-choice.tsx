import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import type { Plan, PlanId } from '#shared/plans.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { subscriptionQuery, useBillingPortal, useCheckout } from './api.ts';
import { PlanCard } from './plan-card.tsx';
import { describePayButton, describeUnlimited, payNotes } from './plan-labels.ts';

export const planGridStyle = 'grid grid-cols-1 gap-3 md:grid-cols-2';

export function PlanChoice({
  plans,
  onSelect,
}: {
  plans: Plan[];
  onSelect?: (plan: PlanId) => void;
}) {
  const group = useId();
  const [selected, setSelected] = useState<PlanId | null>(null);
  const { subscribedPlan, paying } = useBilling();
  const unlimited = describeUnlimited(useCurrentUser());
  const plan = plans.find(({ id }) => id === selected) ?? null;
  return (
    <>
      <div role="radiogroup" aria-label="Plan" className={planGridStyle}>
        {plans.map((one) => (
          <PlanCard
            key={one.id}
            plan={one}
            group={group}
            isSelected={one.id === selected}
            isCurrent={one.id === subscribedPlan}
            notice={one.id === 'payg' ? (unlimited ?? paying('payg')) : paying(one.id)}
            onSelect={() => {
              setSelected(one.id);
              onSelect?.(one.id);
            }}
          />
        ))}
      </div>
      <PayBar
        plan={plan}
        obstacle={plan && (findObstacle(plan.id, subscribedPlan, unlimited) ?? paying(plan.id))}
        isChange={isChangeOfPlan(plan, subscribedPlan)}
      />
    </>
  );
}

/** Stripe must change the subscription itself: a second one would be charged on top. */
function isChangeOfPlan(plan: Plan | null, subscribedPlan: PlanId | null): boolean {
  const isSubscription = plan?.id === 'monthly' || plan?.id === 'annual';
  return isSubscription && subscribedPlan !== null && plan.id !== subscribedPlan;
}

/** Null if the plan can be bought. */
function findObstacle(
  plan: PlanId,
  subscribedPlan: PlanId | null,
  unlimited: string | null,
): string | null {
  if (plan === 'trial') return null;
  if (plan === 'payg') return unlimited && `${unlimited} You don't need to buy any.`;
  if (!subscribedPlan) return null;
  return 'You have a subscription. Change or cancel it in the billing portal.';
}

function useBilling() {
  const { data } = useQuery(subscriptionQuery);
  const { status, plan } = data?.subscription ?? {};
  const pending = data?.bankPayment?.state === 'pending' ? data.bankPayment : null;
  const isSubscription = (id: PlanId) => id === 'monthly' || id === 'annual';
  return {
    /** Renews, even while past due. */
    subscribedPlan: status === 'active' || status === 'past_due' ? (plan ?? null) : null,
    /** Why this plan would be bought twice. */
    paying: (id: PlanId) =>
      pending && (id === pending.plan || (isSubscription(id) && isSubscription(pending.plan)))
        ? `Your bank payment of ${formatMoney(pending.money)} is on its way.`
        : null,
  };
}

function PayBar({
  plan,
  obstacle,
  isChange,
}: {
  plan: Plan | null;
  obstacle: string | null;
  isChange: boolean;
}) {
  const noteId = useId();
  const { isPaying, pay } = useCheckout();
  const portal = useBillingPortal();
  return (
    <div
      data-keep-clear
      className="sticky bottom-0 z-10 -mx-4 grid grid-cols-1 gap-2 border-t bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:flex md:items-center md:justify-between md:gap-6 md:border-0 md:p-0"
    >
      <p id={noteId} className="text-muted text-sm" aria-live="polite">
        {obstacle ?? (plan ? payNotes[plan.id] : 'Pick a plan to continue.')}
      </p>
      {isChange ? (
        <Button
          size="large"
          disabled={portal.isOpening}
          aria-describedby={noteId}
          onClick={portal.open}
        >
          {portal.isOpening ? 'Opening...' : `Change to ${plan?.name}`}
        </Button>
      ) : (
        <Button
          size="large"
          disabled={!plan || obstacle !== null || isPaying}
          aria-describedby={noteId}
          onClick={() => pay(plan?.id ?? null)}
        >
          {describePayButton(plan, isPaying)}
        </Button>
      )}
    </div>
  );
}
