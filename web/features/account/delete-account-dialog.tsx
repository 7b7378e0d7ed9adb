import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { isSubscribed } from '#web/session/credits.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useDeleteAccount } from './api.ts';

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const deletion = useDeleteAccount();
  const focusPassword = () => field.current?.focus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!password);
    if (password) deletion.mutate(password, { onError: focusPassword });
    else focusPassword();
  };
  const refusal = deletion.error && describeError(deletion.error);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Delete your account?"
        description="This can't be undone."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Keep my account</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="danger" disabled={deletion.isPending}>
              {deletion.isPending ? 'Deleting...' : 'Delete account'}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <Consequences />
          <Field
            label="Password"
            hint="To confirm that it's you."
            error={isMissing ? 'Password is required' : (refusal ?? undefined)}
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
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Consequences() {
  const user = useCurrentUser();
  return (
    <>
      <List title="Deleted right away">
        <li>Your name, email and phone number</li>
        <li>Every conversation, with its pictures</li>
        <li>Your connections: experts stop answering your texts</li>
        <li>The messages you have left, and your card at the payment service</li>
      </List>
      {isSubscribed(user) && (
        <p className="rounded-control bg-accent-soft p-3 text-accent">
          Your subscription ends right away, with no refund for the rest of its period.
        </p>
      )}
      <List title="What we keep">
        <li>The record of payments and message counts, without your name</li>
        <li>That you texted STOP, so that no expert texts you again</li>
        <li>That your free trial was used</li>
      </List>
    </>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-muted">{children}</ul>
    </div>
  );
}
