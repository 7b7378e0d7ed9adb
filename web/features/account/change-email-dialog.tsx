import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changeEmailForm } from '#shared/api/email-change.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';
import { useChangeEmail } from './password-api.ts';

const fields = ['email', 'currentPassword'] as const;

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const change = useChangeEmail();
  const form = useForm({
    resolver: zodResolver(changeEmailForm),
    defaultValues: { email: '', currentPassword: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        const refused = findRefused(error);
        if (refused) form.setError(refused.name, refused, { shouldFocus: true });
      },
    }),
  );
  return (
    <FormDialog
      title="Change your email"
      description="You sign in with it."
      action={change.isPending ? 'Saving...' : 'Change email'}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="New email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="email" {...form.register('email')} />
        )}
      </Field>
      <Field
        label="Password"
        hint="To confirm that it's you."
        error={errors.currentPassword?.message}
      >
        {(control) => (
          <SecretInput
            {...control}
            autoComplete="current-password"
            {...form.register('currentPassword')}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function findRefused(error: unknown) {
  const message = describeError(error);
  if (statusOf(error) === 403) return { name: 'currentPassword' as const, message };
  if (statusOf(error) === 409) return { name: 'email' as const, message };
  return findRefusedField(error, fields);
}
