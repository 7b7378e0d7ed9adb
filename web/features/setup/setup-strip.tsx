import { queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SetupReply, SetupStep } from '#shared/api/setup.ts';
import { ChecklistStrip } from '#web/components/checklist-strip.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { api } from '#web/lib/api-client.ts';

const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.get<SetupReply>('/api/setup', signal),
  refetchOnMount: 'always',
});

const labels: Record<SetupStep['name'], string> = {
  password: "Admin's password",
  provider: 'AI provider',
  expert: 'Expert',
  payments: 'Payments',
  domain: 'Domain',
};

/** Steps without a place are server settings. */
const places: Partial<Record<SetupStep['name'], { label: string; href: string }>> = {
  password: { label: 'Change password', href: '/settings?change=password' },
  provider: { label: 'Add a provider', href: '/providers?edit=new' },
  expert: { label: 'Go to Experts', href: '/experts' },
};

const storageKey = 'setup_dismissed';

export function SetupStrip({ className }: { className?: string }) {
  const [isDismissed, setIsDismissed] = useState(localStorage.getItem(storageKey) !== null);
  const { data } = useQuery({ ...setupQuery, enabled: !isDismissed });
  const next = data?.steps.find(({ isDone }) => !isDone);
  if (isDismissed || !data || !next) return null;
  const place = places[next.name];
  const dismiss = () => {
    localStorage.setItem(storageKey, 'yes');
    setIsDismissed(true);
  };
  return (
    <ChecklistStrip
      className={className}
      title="Ready for people"
      steps={data.steps.map((step) => ({ ...step, label: labels[step.name] }))}
      detail={next.detail}
    >
      {place && (
        <Button asChild variant="outline">
          <Link href={place.href}>{place.label}</Link>
        </Button>
      )}
      <Button variant="ghost" onClick={dismiss}>
        <X aria-hidden />
        Hide
      </Button>
    </ChecklistStrip>
  );
}
