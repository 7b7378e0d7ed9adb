import { History } from '#web/features/billing/history.tsx';
import { PlanPanel } from '#web/features/billing/plan-panel.tsx';
import { SubscriptionCard } from '#web/features/billing/subscription-card.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

export function UserSubscriptionPage() {
  usePageTitle('Subscription');
  const { subExpiration } = useCurrentUser();
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6 px-4 py-6 sm:py-10">
      <header>
        <h1 className="font-display font-semibold text-3xl wrap-anywhere">Subscription</h1>
        <p className="mt-1 text-muted">
          Buy messages as you need them, or subscribe for unlimited messages.
        </p>
      </header>
      {/* Subscribers, current or past, look for the subscription first. */}
      {subExpiration ? (
        <>
          <SubscriptionCard />
          <PlanPanel />
        </>
      ) : (
        <>
          <PlanPanel />
          <SubscriptionCard />
        </>
      )}
      <History />
    </div>
  );
}
