import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { CodeField } from '#web/components/code-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { describeError } from '#web/lib/api-client.ts';

/** Asks for a code and sends it; a refusal stays at the field. */
export function CodeDialog({
  title,
  description,
  action,
  isDangerous,
  send,
  onClose,
}: {
  title: string;
  description: string;
  action: string;
  isDangerous?: boolean;
  send: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
  onClose: () => void;
}) {
  const formId = useId();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!code.trim());
    if (code.trim()) send.mutate(code);
  };
  const refusal = send.error && !send.isPending ? describeError(send.error) : undefined;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={title}
        description={description}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant={isDangerous ? 'danger' : 'primary'}
              disabled={send.isPending}
            >
              {send.isPending ? 'Checking...' : action}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit}>
          <CodeField
            error={isMissing ? 'Code is required' : refusal}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
