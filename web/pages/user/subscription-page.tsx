import { usePageTitle } from '#web/lib/use-page-title.ts';

export function UserSubscriptionPage() {
  usePageTitle('Subscription');
  return <h1>Subscription</h1>;
}
