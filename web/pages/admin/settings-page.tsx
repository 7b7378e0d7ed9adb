import { usePageTitle } from '#web/lib/use-page-title.ts';

export function AdminSettingsPage() {
  usePageTitle('Settings');
  return <h1>Settings</h1>;
}
