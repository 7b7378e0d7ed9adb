import type { Provider } from '#shared/api/providers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Shown for a provider that sets no limit. */
const unsetMaxTokens = 2048;

type Settings = Partial<Pick<Provider['config'], 'model' | 'temperature' | 'maxTokens'>>;
export type KnownProvider = Provider | 'loading' | 'failed';

export function ModelFacts({
  provider,
  onRetry,
}: {
  provider: KnownProvider;
  onRetry: () => void;
}) {
  if (provider === 'loading') return <FactsSkeleton />;
  if (provider === 'failed') {
    return (
      <p className="text-muted">
        Unable to load the AI provider.{' '}
        <Button variant="link" size="inline" onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  }
  const { model, temperature, maxTokens = unsetMaxTokens }: Settings = provider.config;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact term="AI provider" text={provider.displayName} />
        <Fact term="Model" text={model} />
        <Fact term="Temperature" text={temperature} />
        <Fact term="Max tokens" text={maxTokens} />
      </dl>
      {!provider.isActive && (
        <p className="text-danger text-sm">
          The AI provider is inactive, so the expert can't answer.
        </p>
      )}
    </>
  );
}

function Fact({ term, text }: { term: string; text: string | number | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{text}</dd>
    </div>
  );
}

function FactsSkeleton() {
  return (
    <div role="status" className="grid grid-cols-2 gap-x-4 gap-y-3">
      <span className="sr-only">Loading the AI provider</span>
      {['one', 'two', 'three', 'four'].map((fact) => (
        <div key={fact} className="grid gap-2 py-1">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
