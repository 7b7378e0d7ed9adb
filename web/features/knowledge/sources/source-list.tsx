import type { UseQueryResult } from '@tanstack/react-query';
import type { Expert } from '#shared/api/experts.ts';
import type { KnowledgeSource, SourcesReply } from '#shared/api/knowledge.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { KnowledgeSize } from './knowledge-size.tsx';
import { SourceItem } from './source-item.tsx';

export type SourceAction = { name: 'edit' | 'delete'; source: KnowledgeSource };

export function SourceList({
  expert,
  sources,
  onReview,
  onAction,
}: {
  expert: Expert;
  sources: UseQueryResult<SourcesReply>;
  onReview: (source: KnowledgeSource) => void;
  onAction: (action: SourceAction) => void;
}) {
  const { data, error, isFetching, refetch } = sources;
  if (!data) {
    if (!error || isFetching) return <LoadingSources />;
    return (
      <ErrorState
        title="Unable to load the sources"
        description={describeError(error)}
        onRetry={() => refetch()}
        className="py-6"
      />
    );
  }
  if (data.sources.length === 0) return <NoSources name={expert.displayName} />;
  return (
    <>
      <KnowledgeSize size={data.size} />
      <ul aria-label="Sources" className="grid grid-cols-1 divide-y rounded-card border bg-surface">
        {data.sources.map((source) => (
          <SourceItem
            key={source.id}
            expert={expert}
            source={source}
            onReview={() => onReview(source)}
            onEdit={() => onAction({ name: 'edit', source })}
            onDelete={() => onAction({ name: 'delete', source })}
          />
        ))}
      </ul>
    </>
  );
}

function NoSources({ name }: { name: string }) {
  return (
    <p className="text-muted">
      No sources yet. {name} answers from its prompt and from what its model knows. With a source,
      answers are checked against its words, and people see where they come from.
    </p>
  );
}

function LoadingSources() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the sources</span>
      <Skeleton className="h-4 w-64 max-w-full" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
