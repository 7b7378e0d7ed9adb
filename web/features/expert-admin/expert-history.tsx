import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { ShowMore } from '#web/components/show-more.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { ExpertVersionItem } from './expert-version-item.tsx';
import { useRestoreVersion, versionsQuery } from './versions-api.ts';

export function ExpertHistory({
  expert,
  openedVersion,
  onRestored,
}: {
  expert: Expert;
  openedVersion: number | null;
  onRestored: () => void;
}) {
  const history = useInfiniteQuery(versionsQuery(expert.id));
  const restore = useRestoreVersion(expert.id);
  const [opened, setOpened] = useState(openedVersion);
  const { data: versions, error, isFetching, refetch } = history;
  const current = versions?.[0];
  if (!current) {
    if (!error || isFetching) return <LoadingHistory />;
    return (
      <ErrorState
        title="Unable to load the history"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        {versions.length > 1
          ? 'Each change to the prompt, validator, AI provider or model creates a version. Each reply links to its version.'
          : 'This is the only version. The next change to the prompt, validator, AI provider or model creates another.'}
      </p>
      <ol className="grid grid-cols-1 divide-y rounded-card border">
        {versions.map((version) => (
          <ExpertVersionItem
            key={version.version}
            version={version}
            current={current}
            isOpen={opened === version.version}
            onToggle={() => setOpened(opened === version.version ? null : version.version)}
            isRestoring={restore.isPending}
            onRestore={() => restore.mutate(version.version, { onSuccess: onRestored })}
          />
        ))}
      </ol>
      <ShowMore
        pages={history}
        label="Show earlier versions"
        failure="Unable to load earlier versions."
      />
    </div>
  );
}

function LoadingHistory() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the history</span>
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
