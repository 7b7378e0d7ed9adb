import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ExpertVersion } from '#shared/api/expert-versions.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { TextComparison } from './text-comparison.tsx';

const fieldLabels: Record<ExpertVersion['changed'][number], string> = {
  systemPrompt: 'system prompt',
  validator: 'validator',
  provider: 'AI provider',
  model: 'model',
};
const listFormat = new Intl.ListFormat('en');

type Props = {
  version: ExpertVersion;
  current: ExpertVersion;
  isOpen: boolean;
  onToggle: () => void;
  isRestoring: boolean;
  onRestore: () => void;
};

export function ExpertVersionItem({ version, current, isOpen, onToggle, ...restoring }: Props) {
  const panelId = useId();
  const item = useRef<HTMLLIElement>(null);
  const wasLinked = useRef(isOpen);
  // The linked version may be far down the list.
  useEffect(() => {
    if (wasLinked.current) item.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { changed, author, createdAt } = version;
  return (
    <li ref={item}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={onToggle}
        className="flex w-full items-center gap-3 rounded-card px-4 py-3 text-left hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">Version {version.version}</span>
            {version === current && <Badge tone="primary">Current</Badge>}
            <span className="text-muted">
              {changed.length > 0
                ? `Changed ${listFormat.format(changed.map((field) => fieldLabels[field]))}`
                : 'First version'}
            </span>
          </span>
          <span className="text-muted text-sm wrap-anywhere">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            {author && ` · ${author.email}`}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={cn('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div id={panelId} hidden={!isOpen} className="px-4 pb-4">
        {isOpen && <VersionDetails version={version} current={current} {...restoring} />}
      </div>
    </li>
  );
}

type Details = Omit<Props, 'isOpen' | 'onToggle'>;

function VersionDetails({ version, current, isRestoring, onRestore }: Details) {
  const isCurrent = version === current;
  const model = describeModel(version);
  const hasSameSettings =
    version.systemPrompt === current.systemPrompt &&
    version.validator === current.validator &&
    version.provider.id === current.provider.id;
  return (
    <div className="grid grid-cols-1 gap-4">
      {!isCurrent && (
        <p className="text-sm">
          <del className="rounded-xs bg-danger-soft px-1 text-danger">Struck-out</del> text was
          removed after version {version.version},{' '}
          <ins className="rounded-xs bg-primary-soft px-1 text-primary-soft-foreground">
            underlined
          </ins>{' '}
          text was added.
        </p>
      )}
      <TextComparison
        title="System prompt"
        before={version.systemPrompt}
        after={current.systemPrompt}
      />
      <TextComparison title="Validator" before={version.validator} after={current.validator} />
      <p className="wrap-anywhere">
        <span className="font-semibold">Answered by</span> {model}
        {describeModel(current) !== model && `, now by ${describeModel(current)}`}
      </p>
      {!isCurrent && hasSameSettings && (
        <p className="text-muted">
          {model === describeModel(current)
            ? 'The same as the current version.'
            : 'Only the model differs. You can change it in the AI provider.'}
        </p>
      )}
      {!isCurrent && !hasSameSettings && (
        <RestoreAction version={version} isRestoring={isRestoring} onRestore={onRestore} />
      )}
    </div>
  );
}

function describeModel({ provider, model }: ExpertVersion): string {
  return `${provider.displayName} (${model})`;
}

function RestoreAction({
  version: { version },
  isRestoring,
  onRestore,
}: Pick<Details, 'version' | 'isRestoring' | 'onRestore'>) {
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmationId = useId();
  return (
    <div className="grid gap-3">
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        aria-expanded={isConfirming}
        aria-controls={confirmationId}
        onClick={() => setIsConfirming(!isConfirming)}
      >
        Restore this version
      </Button>
      <div id={confirmationId} hidden={!isConfirming} className="rounded-control bg-sunken p-3">
        <p>
          From the next message on, the expert uses the prompt, validator and AI provider of version{' '}
          {version}. This creates a new version, so you can undo it.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" disabled={isRestoring} onClick={onRestore}>
            {isRestoring ? 'Restoring...' : `Restore version ${version}`}
          </Button>
          <Button variant="outline" size="small" onClick={() => setIsConfirming(false)}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
