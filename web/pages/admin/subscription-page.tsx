import { usePageTitle } from '#web/lib/use-page-title.ts';

export function AdminSubscriptionPage() {
  usePageTitle('Subscription');
  return <h1>Subscription</h1>;
}
