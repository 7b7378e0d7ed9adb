import { useQuery } from '@tanstack/react-query';
import { CircleCheck, RefreshCw } from 'lucide-react';
import type { DoctorReply } from '#shared/api/doctor.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { doctorQuery } from '#web/features/doctor/api.ts';
import { countStates, Findings, FindingsSkeleton } from '#web/features/doctor/findings.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { AdminPageHeader } from './page-header.tsx';

export function AdminDoctorPage() {
  usePageTitle('Doctor');
  const { data, error, isFetching, refetch } = useQuery(doctorQuery);
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader
        title="Doctor"
        description="Whether everything that this installation needs works."
      >
        <Button variant="outline" disabled={isFetching} onClick={() => refetch()}>
          <RefreshCw aria-hidden />
          {isFetching ? 'Checking...' : 'Check again'}
        </Button>
      </AdminPageHeader>
      {error && !isFetching ? (
        <ErrorState
          title="Unable to check the installation"
          description={describeError(error)}
          onRetry={() => refetch()}
        />
      ) : data ? (
        <Report report={data} />
      ) : (
        <FindingsSkeleton />
      )}
    </div>
  );
}

function Report({ report: { at, state, findings } }: { report: DoctorReply }) {
  return (
    <>
      <p role="status" className="text-muted">
        {countStates(findings)} · last check: <RelativeTime timestamp={at} />
      </p>
      {state === 'ok' && (
        <EmptyState
          icon={CircleCheck}
          title="All is well"
          description="Every check passed. Nothing needs to be done."
          className="py-8"
        />
      )}
      <Findings findings={findings} />
    </>
  );
}
