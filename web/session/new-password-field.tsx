import type { ComponentProps } from 'react';
import { Field } from '#web/components/ui/field.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { PasswordRules } from './password-rules.tsx';

export function NewPasswordField({
  label = 'New password',
  password,
  error,
  ...props
}: { label?: string; password: string; error: string | undefined } & ComponentProps<
  typeof SecretInput
>) {
  return (
    <Field label={label} hint={<PasswordRules password={password} />} error={error}>
      {(control) => <SecretInput {...control} {...props} autoComplete="new-password" />}
    </Field>
  );
}
