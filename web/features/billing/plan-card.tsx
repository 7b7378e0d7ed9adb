import { Check } from 'lucide-react';
import { useId } from 'react';
import type { Plan } from '#shared/plans.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Radio } from '#web/components/ui/radio.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatPrice } from '#web/session/pricing.ts';

const cardStyle = 'flex gap-3 rounded-card border bg-surface p-4';

export function PlanCard({
  plan,
  group,
  isSelected,
  isCurrent,
  notice,
  onSelect,
}: {
  plan: Plan;
  group: string;
  isSelected: boolean;
  isCurrent: boolean;
  /** Why there is no need to buy it. */
  notice: string | null;
  onSelect: () => void;
}) {
  const id = useId();
  return (
    <div
      className={`${cardStyle} relative transition-colors duration-150 hover:border-muted has-checked:border-primary has-checked:outline has-checked:outline-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2`}
    >
      <Radio
        id={id}
        name={group}
        value={plan.id}
        checked={isSelected}
        onChange={onSelect}
        aria-describedby={`${id}-badges ${id}-price ${id}-details${notice ? ` ${id}-notice` : ''}`}
        className="z-1 mt-0.5 outline-none"
      />
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-3 wrap-anywhere">
        <div className="flex flex-wrap justify-between gap-x-3 gap-y-1">
          <div className="min-w-[min(100%,8rem)] flex-1">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <label htmlFor={id} className="font-semibold after:absolute after:inset-0">
                {plan.name}
              </label>
              <span id={`${id}-badges`} className="flex min-w-0 flex-wrap gap-1 empty:hidden">
                {isCurrent && <Badge>Your plan</Badge>}
                {plan.featured && <Badge tone="primary">Most Popular</Badge>}
                {plan.savings && (
                  <Badge tone="accent" className="whitespace-normal">
                    {plan.savings}
                  </Badge>
                )}
              </span>
            </div>
            <p className="text-muted text-sm">{plan.description}</p>
          </div>
          <Price id={`${id}-price`} plan={plan} />
        </div>
        <ul
          id={`${id}-details`}
          className="flex flex-wrap gap-x-4 gap-y-1 max-sm:text-sm sm:flex-col"
        >
          {plan.features.map((feature) => (
            <li key={feature} className="flex min-w-0 items-start gap-2">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary max-sm:mt-0.5" />
              <span className="min-w-0">{feature}</span>
            </li>
          ))}
        </ul>
        {notice && (
          <p id={`${id}-notice`} className="text-accent text-sm">
            {notice}
          </p>
        )}
      </div>
    </div>
  );
}

function Price({ id, plan }: { id: string; plan: Plan }) {
  return (
    <p id={id} className="text-right">
      <span className="block font-semibold text-xl leading-tight">{formatPrice(plan.price)}</span>{' '}
      <span className="text-muted text-sm">{plan.period}</span>
    </p>
  );
}

export function PlanCardSkeleton() {
  return (
    <li className={cardStyle}>
      <Skeleton className="size-5 rounded-full" />
      <div className="grid flex-1 grid-cols-1 gap-3">
        <div className="flex h-12 justify-between gap-3">
          <div className="grid flex-1 grid-cols-1 content-center gap-2">
            <Skeleton className="h-4.5 w-24 max-w-full" />
            <Skeleton className="h-4 w-36 max-w-full" />
          </div>
          <Skeleton className="h-6 w-16" />
        </div>
        <div className="grid h-11.25 grid-cols-1 content-center gap-3 sm:h-20">
          <Skeleton className="h-4 w-32 max-w-full" />
          <Skeleton className="h-4 w-28 max-w-full" />
          <Skeleton className="h-4 w-36 max-sm:hidden" />
        </div>
      </div>
    </li>
  );
}
