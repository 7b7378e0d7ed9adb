import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ChecklistStep } from '#shared/api/expert-checklist.ts';
import type { Expert } from '#shared/api/experts.ts';
import { ChecklistStrip } from '#web/components/checklist-strip.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { checklistQuery, useGoLive, useSetWebhook } from './checklist-api.ts';

const labels: Record<ChecklistStep['name'], string> = {
  provider: 'AI provider answers',
  number: 'Number is yours',
  webhook: 'Webhook is set',
  seen: 'First text received',
  answered: 'First text answered',
  live: 'Live',
};

export function GoLiveStrip({ expert }: { expert: Expert }) {
  const { data, isFetching, refetch } = useQuery(checklistQuery(expert));
  const setWebhook = useSetWebhook(expert);
  const goLive = useGoLive(expert);
  const next = data?.steps.find(({ isDone }) => !isDone);
  if (!data || !next) return null;
  const checkAgain = (
    <Button variant="outline" disabled={isFetching} onClick={() => refetch()}>
      {isFetching ? 'Checking...' : 'Check again'}
    </Button>
  );
  const actions: Partial<Record<ChecklistStep['name'], ReactNode>> = {
    provider: (
      <Button asChild>
        <Link href="/providers">Go to AI Providers</Link>
      </Button>
    ),
    webhook: data.canSetWebhook && (
      <Button disabled={setWebhook.isPending} onClick={() => setWebhook.mutate()}>
        {setWebhook.isPending ? 'Setting...' : 'Set webhook'}
      </Button>
    ),
    seen: expert.gateway === 'sandbox' && (
      <Button asChild>
        <a href="/sandbox" target="_blank" rel="noreferrer">
          Open the phone
        </a>
      </Button>
    ),
    live: (
      <Button disabled={goLive.isPending} onClick={() => goLive.mutate()}>
        Go live
      </Button>
    ),
  };
  return (
    <ChecklistStrip
      title={`Before people can text ${expert.displayName}`}
      steps={data.steps.map((step) => ({ ...step, label: labels[step.name] }))}
      detail={
        next.detail ?? (next.name === 'live' ? 'Everything is ready. Go live when you like.' : null)
      }
    >
      {next.name !== 'live' && checkAgain}
      {actions[next.name]}
    </ChecklistStrip>
  );
}
