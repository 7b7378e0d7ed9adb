import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SetupStep } from '#shared/api/setup.ts';
import { ChecklistStrip } from '#web/components/checklist-strip.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { setupQuery } from './setup-query.ts';

const labels: Record<SetupStep['name'], string> = {
  password: "Admin's password",
  provider: 'AI provider',
  expert: 'Expert',
  payments: 'Payments',
  domain: 'Domain',
  proxy: 'Proxy',
  help: 'Answer to HELP',
};

/** Steps without a place are server settings. */
const places: Partial<Record<SetupStep['name'], { label: string; href: string }>> = {
  password: { label: 'Change password', href: '/settings?change=password' },
  provider: { label: 'Add a provider', href: '/providers?edit=new' },
  expert: { label: 'Go to Experts', href: '/experts' },
};

/** The steps that were open when an admin hid the strip. */
const storageKey = 'setup_hidden';

function readHidden(): string[] {
  return (localStorage.getItem(storageKey) ?? '').split(' ');
}

/** Hidden, it comes back for a problem that is new, such as a proxy that is not believed. */
export function SetupStrip({ className }: { className?: string }) {
  const [hidden, setHidden] = useState(readHidden);
  const { data } = useQuery(setupQuery);
  const steps = data?.steps.filter(({ isDone, name }) => isDone || !hidden.includes(name)) ?? [];
  const next = steps.find(({ isDone }) => !isDone);
  if (!data || !next) return null;
  const place = places[next.name];
  const hide = () => {
    const names = data.steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
    localStorage.setItem(storageKey, names.join(' '));
    setHidden(names);
  };
  return (
    <ChecklistStrip
      className={className}
      title="Ready for people"
      steps={steps.map((step) => ({ ...step, label: labels[step.name] }))}
      detail={next.detail}
    >
      {place && (
        <Button asChild variant="outline">
          <Link href={place.href}>{place.label}</Link>
        </Button>
      )}
      <Button variant="ghost" onClick={hide}>
        <X aria-hidden />
        Hide
      </Button>
    </ChecklistStrip>
  );
}
