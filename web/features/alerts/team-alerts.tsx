import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { newItem, useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { alertsQuery } from './api.ts';
import { EarlierEpisodes, OpenEpisodes } from './episodes.tsx';
import { ReceiverDialog } from './receiver-dialog.tsx';
import { ReceiverItem } from './receiver-item.tsx';

/** Alerts that reach people who don't have the dashboard open. */
export function TeamAlerts() {
  const { data, error, isFetching, refetch } = useQuery(alertsQuery);
  const dialog = useDialogAddress('receiver');
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted wrap-anywhere">
          Unable to load the alerts. {describeError(error)}
        </p>
        <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Trying...' : 'Try again'}
        </Button>
      </div>
    );
  }
  if (!data) return <AlertsSkeleton />;
  const { receivers, episodes, obstacles } = data;
  const edited = receivers.find(({ id }) => id === dialog.value) ?? null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <OpenEpisodes episodes={episodes} />
      <div className="grid grid-cols-1 gap-3">
        {receivers.length === 0 ? (
          <p className="text-muted">
            No one is told yet. Add a mailbox, a phone or a webhook, so that a crisis or an outage
            reaches a person at night, too.
          </p>
        ) : (
          <ul aria-label="Receivers" className="divide-y">
            {receivers.map((receiver) => (
              <ReceiverItem
                key={receiver.id}
                receiver={receiver}
                obstacle={obstacles[receiver.kind]}
                onEdit={() => dialog.open(receiver.id)}
              />
            ))}
          </ul>
        )}
        <Button
          variant="outline"
          size="large"
          className="justify-self-start max-sm:w-full"
          onClick={() => dialog.open(newItem)}
        >
          Add a receiver
        </Button>
      </div>
      <EarlierEpisodes episodes={episodes} />
      {(edited || dialog.value === newItem) && (
        <ReceiverDialog
          key={dialog.value}
          receiver={edited}
          obstacles={obstacles}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}

function AlertsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the alerts</span>
      {['first', 'second'].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
