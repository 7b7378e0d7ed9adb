import type { Expert } from '#shared/api/experts.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { cn } from '#web/lib/cn.ts';

/** Gateways sign the address that the server knows, wherever this page was opened. */
export function ExpertAddresses({
  expert,
  className,
}: {
  expert: Pick<Expert, 'id' | 'displayName' | 'webhookUrl'>;
  className?: string;
}) {
  return (
    <dl className={cn('grid min-w-0 gap-0.5', className)}>
      <Copyable
        term="Expert ID"
        text={expert.id}
        label={`Copy ${expert.displayName}'s expert ID`}
        copiedTitle="Expert ID copied"
      />
      <Copyable
        term="Webhook"
        text={expert.webhookUrl}
        label={`Copy ${expert.displayName}'s webhook URL`}
        copiedTitle="Webhook URL copied"
      />
    </dl>
  );
}

function Copyable({
  term,
  ...copy
}: {
  term: string;
  text: string;
  label: string;
  copiedTitle: string;
}) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-muted text-sm">
      <dt className="w-16 shrink-0">{term}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-foreground" title={copy.text}>
          {copy.text}
        </span>
        <CopyButton {...copy} />
      </dd>
    </div>
  );
}
