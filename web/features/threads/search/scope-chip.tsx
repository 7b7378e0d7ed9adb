import { X } from 'lucide-react';
import type { MessageKind } from '#shared/api/thread-filters.ts';
import { channelNames } from '#shared/channels.ts';
import { formatPeriod } from '#web/lib/days.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';

const kindLabels: Record<MessageKind, string> = {
  in: 'Messages in',
  out: 'Messages out',
  system: 'Automatic texts',
  answered: 'Answered',
  delivered: 'Delivered',
  failed: 'Not delivered',
  settled: 'Delivered or failed',
  validated: 'Checked',
  rejected: 'Rejected',
  ai: 'AI calls',
  unreported: 'Calls without a count',
};

/** Rejected · Ada · Refunds · Nov 3–9 */
export function describeScope(
  scope: ThreadScope,
  names: { expert?: string | undefined; label?: string | undefined; assignee?: string | undefined },
): string {
  const { with: kind, channel, expertId, labelled, assigneeId, from, to } = scope;
  return [
    kind && (kindLabels[kind] ?? kind),
    channel && channelNames[channel],
    expertId && (names.expert ?? 'One expert'),
    labelled && (names.label ?? 'One label'),
    assigneeId && `Assigned to ${names.assignee ?? 'one colleague'}`,
    formatPeriod(from, to),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function ScopeChip({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove filter: ${label}`}
      onClick={onClear}
      className="inline-flex min-w-0 max-w-full items-center gap-1.5 justify-self-start rounded-full bg-primary-soft py-1 pr-2 pl-2.5 font-semibold text-primary-soft-foreground text-sm leading-tight transition-colors duration-150 hover:bg-secondary max-md:min-h-9 max-md:pl-3.5"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}
