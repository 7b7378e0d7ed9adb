import type { BeginSecondFactorReply } from '#shared/api/second-factor.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { CodeDialog } from '#web/session/code-dialog.tsx';
import { PasswordDialog } from '#web/session/password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useRefreshSecondFactor,
} from './second-factor-api.ts';

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
  if (begin.data) {
    return (
      <CodeDialog
        title="Connect your app"
        description="Scan this with the app, or type the secret. Then enter the code that it shows."
        hint="Six digits, from the app."
        action="Turn on"
        send={confirm}
        onClose={onClose}
      >
        <AppSecret {...begin.data} />
      </CodeDialog>
    );
  }
  return (
    <PasswordDialog
      title="Set up a second factor"
      description="You need an authenticator app on your phone, for example Google Authenticator, 1Password or Aegis."
      action={begin.isPending ? 'Checking...' : 'Continue'}
      send={begin}
      onClose={onClose}
    />
  );
}

function AppSecret({ uri, secret }: BeginSecondFactorReply) {
  return (
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
  );
}

function groupLetters(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
