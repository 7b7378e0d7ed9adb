import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ExpertPicker } from '#web/features/ai-testing/expert-picker.tsx';
import type { KnownProvider } from '#web/features/ai-testing/model-facts.tsx';
import {
  EmptyWorkspace,
  TestWorkspace,
  WorkspaceSkeleton,
} from '#web/features/ai-testing/test-workspace.tsx';
import { describeLoadError, expertsQuery } from '#web/features/expert-admin/api.ts';
import { providersQuery } from '#web/features/providers/api.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { AdminPageHeader } from './page-header.tsx';

export function AdminAiTestingPage() {
  usePageTitle('AI Testing');
  const { data, error, isFetching, refetch } = useQuery(expertsQuery);
  if (data?.experts.length === 0) {
    return (
      <Page>
        <NoExperts />
      </Page>
    );
  }
  if (data) return <Testing experts={data.experts} />;
  if (error && !isFetching) {
    return (
      <Page>
        <ErrorState
          title="Unable to load experts"
          description={describeLoadError(error)}
          onRetry={() => refetch()}
        />
      </Page>
    );
  }
  return (
    <Page picker={<PickerSkeleton />}>
      <p role="status" className="sr-only">
        Loading experts
      </p>
      <WorkspaceSkeleton />
    </Page>
  );
}

function Page({ picker, children }: { picker?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col lg:h-full">
      <div className="shrink-0 px-4 py-5 sm:px-6">
        <AdminPageHeader
          title="AI Testing"
          description="Write to an expert as a person would, and see how it answers."
        >
          {picker}
        </AdminPageHeader>
      </div>
      {children}
    </div>
  );
}

function PickerSkeleton() {
  return (
    <div className="grid w-full gap-1.5 sm:w-72">
      <Skeleton className="my-1 h-[calc(1.5em-0.5rem)] w-16" />
      <Skeleton className="h-(--control)" />
    </div>
  );
}

function Testing({ experts }: { experts: Expert[] }) {
  const [path, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get('expert');
  const expert = experts.find(({ id }) => id === wanted);
  const providers = useQuery(providersQuery);
  const [isMissing, setIsMissing] = useState(false);
  const picker = useRef<HTMLButtonElement>(null);
  const choose = (expertId: string) => {
    setIsMissing(false);
    navigate(`${path}?expert=${expertId}`, { replace: true });
  };
  const askForExpert = () => {
    setIsMissing(true);
    picker.current?.focus();
  };
  return (
    <Page
      picker={
        <ExpertPicker
          experts={experts.filter(({ id, archivedAt }) => !archivedAt || id === wanted)}
          value={expert?.id ?? ''}
          onChange={choose}
          isMissing={isMissing}
          ref={picker}
        />
      }
    >
      {expert ? (
        <TestWorkspace
          key={expert.id}
          expert={expert}
          provider={findProvider(providers, expert)}
          onRetryProvider={() => providers.refetch()}
        />
      ) : (
        <EmptyWorkspace onSend={askForExpert} />
      )}
    </Page>
  );
}

function findProvider(
  { data, isFetching }: Pick<UseQueryResult<{ providers: Provider[] }>, 'data' | 'isFetching'>,
  { providerId }: Expert,
): KnownProvider {
  const found = data?.providers.find(({ id }) => id === providerId);
  return found ?? (isFetching ? 'loading' : 'failed');
}

function NoExperts() {
  return (
    <EmptyState
      icon={Users}
      title="No experts yet"
      description="There is no expert to test. Create one first."
      action={
        <Button asChild>
          <Link href="/experts">Go to Experts</Link>
        </Button>
      }
    />
  );
}
