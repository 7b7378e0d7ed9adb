import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicExpert } from '#shared/api/experts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { ExpertCard, ExpertCardSkeleton } from '#web/features/experts/expert-card.tsx';
import { ExpertFinder } from '#web/features/experts/expert-finder.tsx';
import { expertsToSearch } from '#web/features/experts/find-experts.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';

export function UserExpertsPage() {
  usePageTitle('Experts');
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-4 px-4 py-6 sm:py-10">
      <header>
        <h1 className="font-display font-semibold text-3xl wrap-anywhere">Find your expert</h1>
        <p className="mt-1 text-muted">They answer by text, day and night.</p>
      </header>
      <Experts />
    </div>
  );
}

function Experts() {
  const { data, isError, isFetching, refetch } = useQuery(publicExpertsQuery);
  if (data && data.experts.length === 0) {
    return (
      <EmptyState
        icon={Sparkles}
        title="No experts yet"
        description="Experts appear here as soon as they are ready to answer."
        action={
          <Button variant="outline" disabled={isFetching} onClick={() => refetch()}>
            {isFetching ? 'Checking...' : 'Check again'}
          </Button>
        }
      />
    );
  }
  if (data && data.experts.length >= expertsToSearch) {
    return (
      <ExpertFinder experts={data.experts}>{(found) => <Cards experts={found} />}</ExpertFinder>
    );
  }
  if (data) return <Cards experts={data.experts} />;
  if (isError && !isFetching) {
    return (
      <ErrorState
        title="Unable to load experts"
        description="An error occurred while loading experts. Please try again."
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading experts</span>
      <Grid>
        {['one', 'two', 'three', 'four'].map((card) => (
          <ExpertCardSkeleton key={card} />
        ))}
      </Grid>
    </div>
  );
}

function Cards({ experts }: { experts: PublicExpert[] }) {
  return (
    <Grid>
      {experts.map((expert) => (
        <ExpertCard key={expert.id} expert={expert} />
      ))}
    </Grid>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2 lg:grid-cols-3">{children}</div>;
}
