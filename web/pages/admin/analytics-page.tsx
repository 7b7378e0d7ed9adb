import { usePageTitle } from '#web/lib/use-page-title.ts';

export function AdminAnalyticsPage() {
  usePageTitle('Analytics');
  return <h1>Analytics</h1>;
}
