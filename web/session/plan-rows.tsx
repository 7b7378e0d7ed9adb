import { useId } from 'react';
import type { Plan } from '#shared/plans.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Radio } from '#web/components/ui/radio.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatPrice } from './pricing.ts';
import type { PlanOffer } from './use-plan-offer.ts';

const listStyle = 'divide-y divide-line overflow-hidden rounded-control border bg-surface';
const rowStyle = 'flex items-center gap-3 px-3 py-2.5';

export function PlanRows({ plans, selected, select }: PlanOffer) {
  const titleId = useId();
  const group = useId();
  return (
    <div className="grid gap-1.5">
      <span id={titleId} className="font-semibold">
        Plan
      </span>
      {plans ? (
        <div role="radiogroup" aria-labelledby={titleId} className={listStyle}>
          {plans.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              group={group}
              isSelected={plan.id === selected}
              onSelect={() => select(plan.id)}
            />
          ))}
        </div>
      ) : (
        <RowSkeletons />
      )}
      {selected !== 'trial' && (
        <p role="status" className="text-muted text-sm">
          You pay on the next page, once your account is created.
        </p>
      )}
    </div>
  );
}

function PlanRow({
  plan,
  group,
  isSelected,
  onSelect,
}: {
  plan: Plan;
  group: string;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const id = useId();
  return (
    <div
      className={`${rowStyle} relative has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:-outline-offset-2`}
    >
      <Radio
        id={id}
        name={group}
        value={plan.id}
        checked={isSelected}
        onChange={onSelect}
        aria-describedby={`${id}-price ${id}-messages`}
        className="z-1 outline-none"
      />
      {/* Wraps with large text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 leading-snug">
        <div className="min-w-[min(100%,8rem)] flex-1">
          <label htmlFor={id} className="mr-2 font-semibold after:absolute after:inset-0">
            {plan.name}
          </label>
          {plan.featured && <Badge tone="primary">Most Popular</Badge>}
          <p id={`${id}-messages`} className="text-muted text-sm">
            {plan.features[0]}
          </p>
        </div>
        <p id={`${id}-price`} className="text-right">
          <span className="block font-semibold">{formatPrice(plan.price)}</span>{' '}
          <span className="text-muted text-sm">{plan.period}</span>
        </p>
      </div>
    </div>
  );
}

function RowSkeletons() {
  return (
    <div role="status" className={listStyle}>
      <span className="sr-only">Loading plans</span>
      {['trial', 'payg', 'monthly', 'annual'].map((plan) => (
        <div key={plan} className={rowStyle}>
          <Skeleton className="size-5 rounded-full" />
          <div className="grid flex-1 gap-1.5 py-0.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-3.5 w-32" />
          </div>
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  );
}
