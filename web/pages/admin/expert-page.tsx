import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import type { Expert } from '#shared/api/experts.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { DraftPhone } from '#web/features/ai-testing/draft-phone.tsx';
import { ExpertFigures } from '#web/features/analytics/expert-figures.tsx';
import { describeLoadError, expertQuery } from '#web/features/expert-admin/api.ts';
import { ExpertArchive } from '#web/features/expert-admin/expert-archive.tsx';
import { ExpertContents } from '#web/features/expert-admin/expert-contents.tsx';
import { ExpertHistory } from '#web/features/expert-admin/expert-history.tsx';
import { ExpertState } from '#web/features/expert-admin/expert-row.tsx';
import { ExpertSettings } from '#web/features/expert-admin/expert-settings.tsx';
import { GoLiveStrip } from '#web/features/expert-admin/go-live-strip.tsx';
import { KnowledgePart } from '#web/features/knowledge/knowledge-part.tsx';
import { UnansweredPart } from '#web/features/knowledge/unanswered/unanswered-part.tsx';
import { providersQuery } from '#web/features/providers/api.ts';
import { statusOf } from '#web/lib/api-client.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { readVersion } from '#web/links/expert-link.ts';
import { NotFoundPage } from '../not-found-page.tsx';

export function AdminExpertPage() {
  const { expertId = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(expertQuery(expertId));
  usePageTitle(data?.expert.displayName ?? 'Expert');
  if (data) return <ExpertView key={expertId} expert={data.expert} />;
  if (!error || isFetching) return <LoadingExpert />;
  // A misspelled id is refused with 400.
  if (statusOf(error) === 404 || statusOf(error) === 400) return <NotFoundPage />;
  return (
    <ErrorState
      title="Unable to load the expert"
      description={describeLoadError(error)}
      onRetry={() => refetch()}
    />
  );
}

const pageStyle = '@container max-w-6xl px-4 py-6 sm:px-8';

function ExpertView({ expert }: { expert: Expert }) {
  const { data } = useQuery(providersQuery);
  return (
    <div className={pageStyle}>
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 @6xl:grid-cols-[9rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5 @6xl:col-span-2">
          <ExpertHeader expert={expert} />
          {expert.archivedAt === null && <GoLiveStrip expert={expert} />}
        </div>
        <ExpertContents />
        <ExpertSettings
          expert={expert}
          providers={data?.providers}
          providersPath="/providers"
          renderTest={(getDraft) => <DraftPhone expert={expert} getDraft={getDraft} />}
        >
          <KnowledgePart expert={expert} />
          <UnansweredPart expert={expert} />
          <ExpertFigures expertId={expert.id} />
          <History expert={expert} />
          <ExpertArchive expert={expert} />
        </ExpertSettings>
      </div>
    </div>
  );
}

function ExpertHeader({ expert }: { expert: Expert }) {
  const { id, displayName, imageUrl, tagline, channel } = expert;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button asChild variant="ghost" size="icon" className="-ml-2">
        <Link href="/experts" aria-label="All experts">
          <ArrowLeft aria-hidden />
        </Link>
      </Button>
      <Avatar name={displayName} imageUrl={imageUrl} className="size-14" />
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 dir="auto" className="text-left font-semibold text-2xl leading-tight wrap-anywhere">
            {displayName}
          </h1>
          <ExpertState expert={expert} />
          <ChannelBadge channel={channel} />
        </div>
        {tagline && (
          <p dir="auto" className="text-left text-muted wrap-anywhere">
            {tagline}
          </p>
        )}
      </div>
      <Button asChild variant="outline">
        <Link href={`/conversations?expertId=${id}`}>Conversations</Link>
      </Button>
    </header>
  );
}

function History({ expert }: { expert: Expert }) {
  const [path, navigate] = useLocation();
  const version = readVersion(useSearch());
  return (
    <section id="history" className="grid scroll-mt-14 grid-cols-1 gap-3 border-t pt-5">
      <h2 className="font-semibold text-lg">History</h2>
      <ExpertHistory
        key={version}
        expert={expert}
        openedVersion={version}
        onRestored={() => navigate(path, { replace: true })}
      />
    </section>
  );
}

function LoadingExpert() {
  return (
    <div role="status" className={pageStyle}>
      <span className="sr-only">Loading the expert</span>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-4 w-56" />
        </div>
      </div>
      <div className="grid gap-5 pt-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-120" />
        <Skeleton className="h-120" />
      </div>
    </div>
  );
}
