import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import type { Expert } from '#shared/api/experts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeLoadError, expertsQuery } from '#web/features/expert-admin/api.ts';
import { ExpertRow, ExpertRowSkeleton } from '#web/features/expert-admin/expert-row.tsx';
import { providersQuery } from '#web/features/providers/api.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { newItem, useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { readVersion } from '#web/links/expert-link.ts';
import { AdminPageHeader, listStyle } from './page-header.tsx';

/** Loads late: it imports the phone library. */
const ExpertDialog = lazyPage(() =>
  import('#web/features/expert-admin/expert-dialog.tsx').then((module) => module.ExpertDialog),
);

export function AdminExpertsPage() {
  usePageTitle('Experts');
  const { data } = useQuery(providersQuery);
  const { edited, openedVersion, setEdited, close } = useEditedExpert();
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader title="Experts" description="Who answers, on which channel, and how.">
        <Button
          onPointerEnter={ExpertDialog.preload}
          onFocus={ExpertDialog.preload}
          onClick={() => setEdited(null)}
        >
          <Plus aria-hidden />
          Create expert
        </Button>
      </AdminPageHeader>
      <Experts onEdit={setEdited} onCreate={() => setEdited(null)} />
      {edited !== undefined && (
        <Suspense fallback={null}>
          <ExpertDialog
            expert={edited}
            openedVersion={openedVersion}
            providers={data?.providers}
            providersPath="/providers"
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Undefined: no form is open. Null: a new expert. */
function useEditedExpert() {
  const { value, open, close } = useDialogAddress('edit', 'history');
  const openedVersion = readVersion(useSearch());
  const { data } = useQuery(expertsQuery);
  return {
    edited: value === newItem ? null : data?.experts.find(({ id }) => id === value),
    openedVersion,
    setEdited: (expert: Expert | null) => open(expert?.id ?? newItem),
    close,
  };
}

type Actions = { onEdit: (expert: Expert) => void; onCreate: () => void };

function Experts({ onEdit, onCreate }: Actions) {
  const { data, error, isFetching, refetch } = useQuery(expertsQuery);
  const { data: known } = useQuery(providersQuery);
  if (data?.experts.length === 0) {
    return <NoExperts hasProviders={known?.providers.length !== 0} onCreate={onCreate} />;
  }
  if (data) {
    const list = (experts: Expert[]) => (
      <ul className={listStyle}>
        {experts.map((expert) => (
          <ExpertRow
            key={expert.id}
            expert={expert}
            provider={known?.providers.find(({ id }) => id === expert.providerId)}
            onEdit={() => onEdit(expert)}
          />
        ))}
      </ul>
    );
    const archived = data.experts.filter(({ archivedAt }) => archivedAt);
    const used = data.experts.filter(({ archivedAt }) => !archivedAt);
    return (
      <>
        {used.length > 0 && list(used)}
        {archived.length > 0 && (
          <details className="grid grid-cols-1 gap-3" open={used.length === 0}>
            <summary className="cursor-pointer py-2 font-semibold text-muted">
              Archived ({archived.length})
            </summary>
            {list(archived)}
          </details>
        )}
      </>
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load experts"
        description={describeLoadError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status" className={listStyle}>
      <span className="sr-only">Loading experts</span>
      {['one', 'two', 'three'].map((row) => (
        <ExpertRowSkeleton key={row} />
      ))}
    </div>
  );
}

function NoExperts({ hasProviders, onCreate }: { hasProviders: boolean; onCreate: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No experts yet"
      description={
        hasProviders
          ? 'Give one a name, a number and a prompt, and people can text it.'
          : 'An expert answers with the model of an AI provider, and there is none yet. Add one first.'
      }
      action={
        hasProviders ? (
          <Button onClick={onCreate}>Create your first expert</Button>
        ) : (
          <Button asChild>
            <Link href="/providers">Go to AI Providers</Link>
          </Button>
        )
      }
    />
  );
}
