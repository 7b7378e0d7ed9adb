import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ExpertVersion } from '#shared/api/expert-versions.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { TextComparison } from './text-comparison.tsx';

const fieldWords: Record<ExpertVersion['changed'][number], string> = {
  systemPrompt: 'system prompt',
  validator: 'validator',
  provider: 'AI provider',
  model: 'model',
};
const words = new Intl.ListFormat('en');

type Props = {
  version: ExpertVersion;
  /** What the expert answers with today. */
  now: ExpertVersion;
  isOpen: boolean;
  onToggle: () => void;
  isRestoring: boolean;
  onRestore: () => void;
};

export function ExpertVersionItem({ version, now, isOpen, onToggle, ...restoring }: Props) {
  const panelId = useId();
  const item = useRef<HTMLLIElement>(null);
  const wasLinked = useRef(isOpen);
  // A link may lead far down the list.
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
            {version === now && <Badge tone="primary">Now</Badge>}
            <span className="text-muted">
              {changed.length > 0
                ? `Changed ${words.format(changed.map((field) => fieldWords[field]))}`
                : 'The first one'}
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
        {isOpen && <VersionDetails version={version} now={now} {...restoring} />}
      </div>
    </li>
  );
}

type Details = Omit<Props, 'isOpen' | 'onToggle'>;

function VersionDetails({ version, now, isRestoring, onRestore }: Details) {
  const isNow = version === now;
  const answerer = describeAnswerer(version);
  const isBack =
    version.systemPrompt === now.systemPrompt &&
    version.validator === now.validator &&
    version.provider.id === now.provider.id;
  return (
    <div className="grid grid-cols-1 gap-4">
      {!isNow && (
        <p className="text-sm">
          <del className="rounded-xs bg-danger-soft px-1 text-danger">Struck out</del> stood in
          version {version.version} only,{' '}
          <ins className="rounded-xs bg-primary-soft px-1 text-primary-soft-foreground">
            underlined
          </ins>{' '}
          is there only now.
        </p>
      )}
      <TextComparison
        title="System prompt"
        before={version.systemPrompt}
        after={now.systemPrompt}
      />
      <TextComparison title="Validator" before={version.validator} after={now.validator} />
      <p className="wrap-anywhere">
        <span className="font-semibold">Answered by</span> {answerer}
        {describeAnswerer(now) !== answerer && `, now by ${describeAnswerer(now)}`}
      </p>
      {!isNow && isBack && (
        <p className="text-muted">
          {answerer === describeAnswerer(now)
            ? 'The same as now.'
            : 'Only the model is another one now. It is changed where the AI provider is.'}
        </p>
      )}
      {!isNow && !isBack && (
        <GoBack version={version} isRestoring={isRestoring} onRestore={onRestore} />
      )}
    </div>
  );
}

function describeAnswerer({ provider, model }: ExpertVersion): string {
  return `${provider.displayName} (${model})`;
}

function GoBack({
  version: { version },
  isRestoring,
  onRestore,
}: Pick<Details, 'version' | 'isRestoring' | 'onRestore'>) {
  const [isAsked, setIsAsked] = useState(false);
  const confirmationId = useId();
  return (
    <div className="grid gap-3">
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        aria-expanded={isAsked}
        aria-controls={confirmationId}
        onClick={() => setIsAsked(!isAsked)}
      >
        Go back to this version
      </Button>
      <div id={confirmationId} hidden={!isAsked} className="rounded-control bg-sunken p-3">
        <p>
          From the next message on, prompt, validator and AI provider are those of version {version}
          . This is kept as a new version, so you can come back.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" disabled={isRestoring} onClick={onRestore}>
            {isRestoring ? 'Going back...' : `Go back to version ${version}`}
          </Button>
          <Button variant="outline" size="small" onClick={() => setIsAsked(false)}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
