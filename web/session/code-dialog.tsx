import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { CodeField } from '#web/components/code-field.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';

export function CodeDialog({
  hint,
  action,
  send,
  children,
  ...dialog
}: Omit<ComponentProps<typeof FormDialog>, 'isPending' | 'onSubmit'> & {
  hint?: string;
  send: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = () => {
    setIsMissing(!code.trim());
    if (code.trim()) send.mutate(code);
  };
  const refusal = send.error && !send.isPending ? describeRefusal(send.error) : undefined;
  return (
    <FormDialog
      action={send.isPending ? 'Checking...' : action}
      isPending={send.isPending}
      onSubmit={submit}
      {...dialog}
    >
      {children}
      <CodeField
        hint={hint}
        error={isMissing ? 'Code is required' : refusal}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
