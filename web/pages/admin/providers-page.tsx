import { useQuery } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { Suspense } from 'react';
import type { Provider } from '#shared/api/providers.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { providersQuery } from '#web/features/providers/api.ts';
import { ProviderRow, ProviderRowSkeleton } from '#web/features/providers/provider-row.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { newItem, useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { AdminPageHeader, listStyle } from './page-header.tsx';

/** Loads late: it is larger than the list. */
const ProviderDialog = lazyPage(() =>
  import('#web/features/providers/provider-dialog.tsx').then((module) => module.ProviderDialog),
);

export function AdminProvidersPage() {
  usePageTitle('AI Providers');
  const { data } = useQuery(providersQuery);
  const { value, open, close } = useDialogAddress('edit');
  // Undefined: closed. Null: a new one.
  const edited = value === newItem ? null : data?.providers.find(({ id }) => id === value);
  const add = () => open(newItem);
  const addButton = (
    <Button onPointerEnter={ProviderDialog.preload} onFocus={ProviderDialog.preload} onClick={add}>
      <Plus aria-hidden />
      Add provider
    </Button>
  );
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader title="AI Providers" description="The models that write the answers.">
        {addButton}
      </AdminPageHeader>
      <Providers onEdit={({ id }) => open(id)} onAdd={add} />
      {edited !== undefined && (
        <Suspense fallback={null}>
          <ProviderDialog provider={edited} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function Providers({ onEdit, onAdd }: { onEdit: (provider: Provider) => void; onAdd: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(providersQuery);
  if (data?.providers.length === 0) {
    return (
      <EmptyState
        icon={Bot}
        title="No AI providers yet"
        description="Experts answer with the model of a provider. Add one with its API key, then create an expert."
        action={<Button onClick={onAdd}>Add your first provider</Button>}
      />
    );
  }
  if (data) {
    return (
      <ul className={listStyle}>
        {data.providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} onEdit={() => onEdit(provider)} />
        ))}
      </ul>
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load AI providers"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status" className={listStyle}>
      <span className="sr-only">Loading AI providers</span>
      {['one', 'two', 'three'].map((row) => (
        <ProviderRowSkeleton key={row} />
      ))}
    </div>
  );
}
