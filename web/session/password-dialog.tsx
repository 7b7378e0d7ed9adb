import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError } from '#web/lib/api-client.ts';

export function PasswordDialog({
  send,
  children,
  ...dialog
}: Omit<ComponentProps<typeof FormDialog>, 'isPending' | 'onSubmit'> & {
  send: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
}) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    setIsMissing(!password);
    const focus = () => field.current?.focus();
    if (password) send.mutate(password, { onError: focus });
    else focus();
  };
  const refusal = send.error ? describeError(send.error) : undefined;
  return (
    <FormDialog isPending={send.isPending} onSubmit={submit} {...dialog}>
      {children}
      <Field
        label="Password"
        hint="To confirm that it's you."
        error={isMissing ? 'Password is required' : refusal}
      >
        {(control) => (
          <SecretInput
            {...control}
            ref={field}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
