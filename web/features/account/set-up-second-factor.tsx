import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { BeginSecondFactorReply } from '#shared/api/second-factor.ts';
import { CodeField } from '#web/components/code-field.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useRefreshSecondFactor,
} from './second-factor-api.ts';

/** Password, then the app with its first code, then the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const refresh = useRefreshSecondFactor();
  if (confirm.data) {
    const finish = () => {
      refresh();
      onClose();
    };
    return <RecoveryCodesDialog codes={confirm.data.recoveryCodes} onClose={finish} />;
  }
  return begin.data ? (
    <AppStep begun={begin.data} confirm={confirm} onClose={onClose} />
  ) : (
    <PasswordStep begin={begin} onClose={onClose} />
  );
}

function PasswordStep({
  begin,
  onClose,
}: {
  begin: ReturnType<typeof useBeginSecondFactor>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    setIsMissing(!password);
    const focus = () => field.current?.focus();
    if (password) begin.mutate(password, { onError: focus });
    else focus();
  };
  const refusal = begin.error && describeError(begin.error);
  return (
    <Step
      title="Set up a second factor"
      description="You need an authenticator app on your phone, for example Google Authenticator, 1Password or Aegis."
      action={begin.isPending ? 'Checking...' : 'Continue'}
      isPending={begin.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </Step>
  );
}

function AppStep({
  begun: { uri, secret },
  confirm,
  onClose,
}: {
  begun: BeginSecondFactorReply;
  confirm: ReturnType<typeof useConfirmSecondFactor>;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = () => {
    setIsMissing(!code.trim());
    if (code.trim()) confirm.mutate(code);
  };
  const refusal = confirm.error && !confirm.isPending ? describeError(confirm.error) : undefined;
  return (
    <Step
      title="Connect your app"
      description="Scan this with the app, or type the secret. Then enter the code that it shows."
      action={confirm.isPending ? 'Checking...' : 'Turn on'}
      isPending={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="grid min-w-0 gap-1 max-sm:justify-items-center">
          <span className="text-muted text-sm">Secret</span>
          <div className="flex items-start gap-1">
            <code className="font-mono text-sm wrap-anywhere">{groupLetters(secret)}</code>
            <CopyButton text={secret} label="Copy secret" copiedTitle="Secret copied" />
          </div>
        </div>
      </div>
      <CodeField
        hint="Six digits, from the app."
        error={isMissing ? 'Code is required' : refusal}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </Step>
  );
}

function Step({
  title,
  description,
  action,
  isPending,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  description: string;
  action: string;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
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
            <Button type="submit" form={formId} disabled={isPending}>
              {action}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          {children}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Grouped as apps show it, which is easier to type. */
function groupLetters(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
