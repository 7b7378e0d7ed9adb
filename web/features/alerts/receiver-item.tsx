import {
  CircleCheck,
  type LucideIcon,
  Mail,
  Smartphone,
  TriangleAlert,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';
import type { Receiver, ReceiverKind } from '#shared/api/alerts.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';
import { useRemoveReceiver, useTestReceiver } from './api.ts';

const icons: Record<ReceiverKind, LucideIcon> = { mail: Mail, text: Smartphone, webhook: Webhook };
const sentNotes: Record<ReceiverKind, string> = {
  mail: 'A test was mailed.',
  text: 'A test was texted.',
  webhook: 'The webhook accepted a test.',
};

export function ReceiverItem({
  receiver,
  obstacle,
  onEdit,
}: {
  receiver: Receiver;
  obstacle: string | null;
  onEdit: () => void;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  const test = useTestReceiver();
  const { id, kind, name, address, hours, isOnDuty } = receiver;
  const Icon = icons[kind];
  const problem = obstacle ?? receiver.problem;
  return (
    <li className="grid grid-cols-1 gap-x-3 gap-y-2 py-3 first:pt-0 lg:grid-cols-[1fr_auto]">
      <div className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            {hours && (
              <Badge tone={isOnDuty ? 'primary' : 'neutral'}>
                {isOnDuty ? 'On duty' : 'Off duty'}
              </Badge>
            )}
          </p>
          <p className="text-muted text-sm wrap-anywhere">
            {kind === 'text' ? formatPhone(address) : address}
          </p>
          {problem && (
            <p className="flex gap-1.5 text-danger text-sm">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {problem}
            </p>
          )}
          <TestOutcome kind={kind} test={test} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 max-lg:pl-8">
        <Button
          variant="outline"
          size="small"
          aria-label={`Test ${name}`}
          disabled={test.isPending}
          onClick={() => test.mutate(id)}
        >
          {test.isPending ? 'Testing...' : 'Test'}
        </Button>
        <Button variant="outline" size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`Remove ${name}`}
          onClick={() => setIsLeaving(true)}
        >
          Remove
        </Button>
      </div>
      {isLeaving && <RemoveDialog receiver={receiver} onClose={() => setIsLeaving(false)} />}
    </li>
  );
}

function TestOutcome({
  kind,
  test: { data, error, isPending, isSuccess },
}: {
  kind: ReceiverKind;
  test: ReturnType<typeof useTestReceiver>;
}) {
  const problem = error ? describeError(error) : data;
  const isDone = !isPending && (isSuccess || error);
  return (
    <div role="status" className="text-sm">
      {isDone && problem && <p className="text-danger">The test failed. {problem}</p>}
      {isDone && !problem && (
        <p className="flex gap-1.5">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
          {sentNotes[kind]}
        </p>
      )}
    </div>
  );
}

function RemoveDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const remove = useRemoveReceiver();
  return (
    <FormDialog
      title={`Remove ${receiver.name}?`}
      description="It gets no more alerts, not even the end of those that it was told of."
      action={remove.isPending ? 'Removing...' : 'Remove'}
      variant="danger"
      isPending={remove.isPending}
      onSubmit={() => remove.mutate(receiver.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
