import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type ChangePasswordRequest, changePasswordRequest } from '#shared/api/passwords.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';
import { NewPasswordField } from '#web/session/new-password-field.tsx';
import { CheckPhonesDialog } from './check-phones-dialog.tsx';
import { useChangePassword } from './password-api.ts';
import { useHasPhones } from './phones-api.ts';

const fields = ['currentPassword', 'newPassword'] as const;

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const hasPhones = useHasPhones();
  const [isChecking, setIsChecking] = useState(false);
  const form = useForm<ChangePasswordRequest>({
    resolver: zodResolver(changePasswordRequest),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: async () => ((await hasPhones()) ? setIsChecking(true) : onClose()),
      onError: (error) => {
        const refused = findRefused(error);
        if (refused) form.setError(refused.name, refused, { shouldFocus: true });
      },
    }),
  );
  if (isChecking) return <CheckPhonesDialog onClose={onClose} />;
  return (
    <FormDialog
      title="Change your password"
      description="Every other device is signed out."
      action={change.isPending ? 'Saving...' : 'Change password'}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(control) => (
          <SecretInput
            what="current password"
            {...control}
            autoComplete="current-password"
            {...form.register('currentPassword')}
          />
        )}
      </Field>
      <NewPasswordField
        password={newPassword}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
    </FormDialog>
  );
}

function findRefused(error: unknown) {
  // Only the current password can be wrong.
  return statusOf(error) === 403
    ? { name: 'currentPassword' as const, message: describeError(error) }
    : findRefusedField(error, fields);
}
