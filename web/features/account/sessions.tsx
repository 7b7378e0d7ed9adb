import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { checkPhones } from './phones.tsx';
import { useHasPhones } from './phones-api.ts';
import { type SessionRow, sessionsQuery, useEndSessions } from './sessions-api.ts';
import { SignOutButton } from './sign-out-button.tsx';

export function Sessions() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const end = useEndSessions();
  const hasPhones = useHasPhones();
  const { open } = useDialogAddress(checkPhones.name);
  const sessions = data?.sessions ?? [];
  const offerPhones = async () => {
    if (await hasPhones()) open(checkPhones.value);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {data ? (
        <ul className="divide-y">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} end={end} />
          ))}
        </ul>
      ) : error ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted wrap-anywhere">
            Unable to load your devices. {describeError(error)}
          </p>
          <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Trying...' : 'Try again'}
          </Button>
        </div>
      ) : (
        <SessionsSkeleton />
      )}
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <SignOutButton />
        {sessions.length > 1 && (
          <Button
            variant="outline"
            size="large"
            className="max-sm:w-full"
            disabled={end.isPending}
            onClick={() => end.mutate(null, { onSuccess: offerPhones })}
          >
            Sign out every other device
          </Button>
        )}
      </div>
    </div>
  );
}

function SessionItem({
  session: { id, device, lastUsedAt, isCurrent },
  end,
}: {
  session: SessionRow;
  end: ReturnType<typeof useEndSessions>;
}) {
  const name = device ?? 'Unknown device';
  const Icon = /iPhone|Android/.test(name) ? Smartphone : Monitor;
  const isEnding = end.isPending && end.variables === id;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        {isCurrent ? (
          <Badge tone="primary">This device</Badge>
        ) : (
          <p className="text-muted text-sm">
            Last used <RelativeTime timestamp={lastUsedAt} />
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button
          variant="outline"
          size="small"
          aria-label={isEnding ? undefined : `Sign out of ${name}`}
          disabled={end.isPending}
          onClick={() => end.mutate(id)}
        >
          {isEnding ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  );
}

function SessionsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading your devices</span>
      {['this', 'other'].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
