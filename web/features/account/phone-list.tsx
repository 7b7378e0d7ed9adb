import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { AttachedPhone } from '#shared/api/phones.ts';
import { channelNames } from '#shared/channels.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { formatDate } from '#web/lib/format.ts';
import { describeRemoval, namePhone } from './describe-phone.ts';
import { phonesQuery, useRemovePhone } from './phones-api.ts';

export function PhoneList() {
  const { data, error, isFetching, refetch } = useQuery(phonesQuery);
  const [leaving, setLeaving] = useState<AttachedPhone | null>(null);
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted wrap-anywhere">
          Unable to load your phones. {describeError(error)}
        </p>
        <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Trying...' : 'Try again'}
        </Button>
      </div>
    );
  }
  if (!data) return <PhonesSkeleton />;
  return (
    <>
      {data.phones.length === 0 && <p className="text-muted">No phone is attached any more.</p>}
      <ul className="divide-y">
        {data.phones.map((phone) => (
          <PhoneItem key={phone.id} phone={phone} onRemove={() => setLeaving(phone)} />
        ))}
      </ul>
      {leaving && <RemoveDialog phone={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function PhoneItem({ phone, onRemove }: { phone: AttachedPhone; onRemove: () => void }) {
  const { number, channels, experts, isOwnNumber, state } = phone;
  const name = namePhone(phone);
  const Icon = number ? Smartphone : MessageSquareText;
  const by = channels.map((channel) => channelNames[channel]).join(', ');
  return (
    <li className="flex min-h-16 items-start gap-3 py-3 first:pt-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {isOwnNumber && <Badge>Your number</Badge>}
          {state === 'waits-for-yes' && <Badge tone="accent">Waiting for YES</Badge>}
          {state === 'waits-for-code' && <Badge tone="accent">Waiting for the code</Badge>}
        </p>
        {experts.length > 0 && (
          <p className="text-muted text-sm wrap-anywhere">
            {by} with{' '}
            {experts.map(({ id, displayName }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <bdi>{displayName}</bdi>
              </span>
            ))}
          </p>
        )}
        <Times phone={phone} />
      </div>
      <Button variant="outline" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

function Times({ phone: { attachedAt, lastUsedAt, state } }: { phone: AttachedPhone }) {
  if (state !== 'active') return null;
  return (
    <p className="text-muted text-sm">
      {attachedAt && <>Since {formatDate(attachedAt)} · </>}
      {lastUsedAt ? (
        <>
          last used <RelativeTime timestamp={lastUsedAt} />
        </>
      ) : (
        'not used yet'
      )}
    </p>
  );
}

function RemoveDialog({ phone, onClose }: { phone: AttachedPhone; onClose: () => void }) {
  const remove = useRemovePhone();
  return (
    <FormDialog
      title={`Remove ${namePhone(phone)}?`}
      description={describeRemoval(phone)}
      action={remove.isPending ? 'Removing...' : 'Remove'}
      variant="danger"
      isPending={remove.isPending}
      onSubmit={() => remove.mutate(phone.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function PhonesSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading your phones</span>
      <Skeleton className="h-16" />
    </div>
  );
}
