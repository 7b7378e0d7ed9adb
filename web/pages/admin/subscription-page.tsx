import { Check } from 'lucide-react';
import { PlanPanel } from '#web/features/billing/plan-panel.tsx';
import { SubscriptionCard } from '#web/features/billing/subscription-card.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { AdminPageHeader } from './page-header.tsx';

const features = [
  'Unlimited message routing',
  'Multiple AI providers',
  'Analytics',
  'Priority support',
];

export function AdminSubscriptionPage() {
  usePageTitle('Subscription');
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader title="Subscription" description="What you pay for and what it includes." />
      <SubscriptionCard />
      <PlanPanel />
      <section
        aria-labelledby="features"
        className="grid gap-3 rounded-card border bg-surface p-4 sm:p-5"
      >
        <h2 id="features" className="font-semibold text-lg leading-tight">
          What's included
        </h2>
        <ul className="grid gap-2 sm:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="flex items-center gap-2">
              <Check aria-hidden className="size-4 shrink-0 text-primary" />
              {feature}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
