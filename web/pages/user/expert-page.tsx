import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { Link, useParams } from 'wouter';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { findExpertByName } from '#web/features/experts/expert-href.ts';
import { ExpertProfile, ExpertProfileSkeleton } from '#web/features/experts/expert-profile.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';

export function UserExpertPage() {
  const { expert: idOrHandle = '' } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(publicExpertsQuery);
  const expert = data && findExpertByName(data.experts, idOrHandle);
  usePageTitle(expert?.displayName ?? 'Expert');
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-4 px-4 py-4 sm:py-8">
      {/* Until the name has loaded. */}
      {!expert && <h1 className="sr-only">Expert</h1>}
      <Link
        href="/user/experts"
        className="-ml-1 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control px-1 text-muted hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All experts
      </Link>
      {expert && <ExpertProfile key={expert.id} expert={expert} />}
      {data && !expert && <Missing />}
      {!data && isError && !isFetching && (
        <ErrorState
          title="Unable to load this expert"
          description="An error occurred while loading the expert. Please try again."
          onRetry={() => refetch()}
        />
      )}
      {!data && (!isError || isFetching) && (
        <div role="status">
          <span className="sr-only">Loading the expert</span>
          <ExpertProfileSkeleton />
        </div>
      )}
    </div>
  );
}

function Missing() {
  return (
    <EmptyState
      icon={SearchX}
      title="Expert not found"
      description="It may be paused, or its address has changed."
      action={
        <Button asChild>
          <Link href="/user/experts">Find your expert</Link>
        </Button>
      }
    />
  );
}
