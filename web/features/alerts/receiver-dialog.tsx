import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import {
  type AlertsReply,
  type NewReceiver,
  type Receiver,
  type ReceiverRequest,
  receiverRequest,
} from '#shared/api/alerts.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { useSaveReceiver } from './api.ts';
import { AddressField, DutyField, KindField } from './receiver-fields.tsx';

type Props = {
  /** Null adds one. */
  receiver: Receiver | null;
  obstacles: AlertsReply['obstacles'];
  onClose: () => void;
};

const fields = ['name', 'address'] as const;

export function ReceiverDialog({ receiver: given, obstacles, onClose }: Props) {
  // A webhook that was just added stays open, to show its secret.
  const [added, setAdded] = useState<Receiver | null>(null);
  const receiver = given ?? added;
  const save = useSaveReceiver(receiver?.id ?? null);
  const form = useForm<ReceiverRequest, unknown, NewReceiver>({
    resolver: zodResolver(receiverRequest),
    defaultValues: toValues(given),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: ({ receiver: saved }) => {
        if (saved.kind === 'webhook' && !receiver) setAdded(saved);
        else onClose();
      },
      onError: (error) => {
        const refused = findRefused(error);
        if (refused) form.setError(refused.name, refused, { shouldFocus: true });
        else toast({ title: failed, description: describeError(error), variant: 'destructive' });
      },
    }),
  );
  return (
    <FormDialog
      title={receiver ? `Edit ${receiver.name}` : 'Add a receiver'}
      description="Told when something is wrong, and again when it is over. Alerts name no person and quote no message."
      cancel={added ? 'Done' : 'Cancel'}
      action={save.isPending ? 'Saving...' : receiver ? 'Save changes' : 'Add receiver'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <KindField obstacles={obstacles} />
        <Field label="Name" error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('name')}
              autoComplete="off"
              placeholder="Night desk"
            />
          )}
        </Field>
        <AddressField />
        {receiver?.secret && <SecretField secret={receiver.secret} />}
        <DutyField />
      </FormProvider>
    </FormDialog>
  );
}

const failed = 'Failed to save the receiver';

function toValues(receiver: Receiver | null): ReceiverRequest {
  if (!receiver) return { kind: 'mail', address: '', name: '', hours: null };
  const { kind, name, address, hours } = receiver;
  return { kind, name, address: kind === 'text' ? formatPhone(address) : address, hours };
}

function findRefused(error: unknown) {
  if (statusOf(error) === 409) return { name: 'address' as const, message: describeError(error) };
  return findRefusedField(error, fields);
}

function SecretField({ secret }: { secret: string }) {
  return (
    <Field
      label="Signing secret"
      hint="The receiver verifies each webhook with it, as Standard Webhooks describes."
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <Input {...control} readOnly value={secret} className="min-w-0 flex-1" />
          <CopyButton text={secret} label="Copy signing secret" copiedTitle="Secret copied" />
        </div>
      )}
    </Field>
  );
}
