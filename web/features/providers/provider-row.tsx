import { Pencil } from 'lucide-react';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { Provider } from '#shared/api/providers.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { RetirementNote } from './retirement-note.tsx';

const rowStyle = 'flex items-center gap-4 px-4 py-3.5 sm:px-5';

export function ProviderRow({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { key, displayName, isActive, isSandboxed, outage, config } = provider;
  const facts = [
    displayName === aiProviderNames[key] ? null : aiProviderNames[key],
    config.model,
    config.hasApiKey
      ? ['Key', '••••', config.apiKeyLast4].filter(Boolean).join('\u00a0')
      : 'No key',
    config.useWebSearch ? 'Web search' : null,
  ];
  return (
    <li className={rowStyle}>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{displayName}</h2>
          <Badge tone={isActive ? 'primary' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          {outage && <Badge tone="danger">Down</Badge>}
          {isSandboxed && <Badge tone="accent">Sandbox</Badge>}
        </div>
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {!config.baseUrl && <RetirementNote provider={provider} />}
        {config.baseUrl && <p className="text-muted text-sm wrap-anywhere">{config.baseUrl}</p>}
        {outage && <p className="text-danger text-sm wrap-anywhere">{describeOutage(outage)}</p>}
        {!config.hasApiKey && (
          <p className="text-danger text-sm">
            It has no API key for {aiProviderNames[key]}, so its experts can't answer. Edit it and
            enter one.
          </p>
        )}
        {isSandboxed && (
          <p className="text-muted text-sm">
            Answers come from the sandbox, not from {aiProviderNames[key]}.
          </p>
        )}
      </div>
      <Button variant="outline" size="small" aria-label={`Edit ${displayName}`} onClick={onEdit}>
        <Pencil aria-hidden />
        {/* Icon only on a phone. */}
        <span className="max-sm:hidden">Edit</span>
      </Button>
    </li>
  );
}

function describeOutage({ since, reason, nextTryAt }: NonNullable<Provider['outage']>): string {
  const isDue = Date.parse(nextTryAt) <= Date.now();
  const nextAttempt = isDue ? 'with the next message' : `at ${formatTime(nextTryAt)}`;
  return `Down since ${formatDateTime(since)}. ${reason} Next attempt ${nextAttempt}.`;
}

export function ProviderRowSkeleton() {
  return (
    <div className={rowStyle}>
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <Skeleton className="h-8 w-20" />
    </div>
  );
}
