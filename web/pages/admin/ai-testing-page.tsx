import { usePageTitle } from '#web/lib/use-page-title.ts';

export function AdminAiTestingPage() {
  usePageTitle('AI Testing');
  return <h1>AI Testing</h1>;
}
