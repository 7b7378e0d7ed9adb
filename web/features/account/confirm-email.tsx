import { Mail } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { CodeDialog } from '#web/session/code-dialog.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useConfirmEmail, useSendEmailCode } from './confirm-email-api.ts';

export function ConfirmEmail() {
  const { email, isEmailVerified } = useCurrentUser();
  const { value, open, close } = useDialogAddress('confirm');
  if (isEmailVerified) return null;
  return (
    <section aria-label="Your email" className="shrink-0 border-b bg-sunken">
      <div className="mx-auto flex max-w-5xl items-center gap-3 px-4 py-1.5">
        <Mail aria-hidden className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 text-sm wrap-anywhere">
          Confirm your email with the code we sent to {email}.
        </p>
        <Button variant="outline" className="min-h-11 shrink-0" onClick={() => open('email')}>
          Enter code
        </Button>
      </div>
      {value === 'email' && <ConfirmEmailDialog email={email} onClose={close} />}
    </section>
  );
}

function ConfirmEmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const confirm = useConfirmEmail(onClose);
  const again = useSendEmailCode(email);
  return (
    <CodeDialog
      title="Confirm your email"
      description={`We sent six digits to ${email}. Once confirmed, only you can use this address here.`}
      hint="The code works for 30 minutes."
      action="Confirm"
      send={confirm}
      onClose={onClose}
    >
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={again.isPending}
        onClick={() => again.mutate()}
      >
        {again.isPending ? 'Sending...' : 'Send again'}
      </Button>
    </CodeDialog>
  );
}
