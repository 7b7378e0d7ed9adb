import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function SignIn() {
  const { value, open, close } = useDialogAddress('change');
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      <Button variant="outline" size="large" onClick={() => open('password')}>
        Change password
      </Button>
      <Button variant="outline" size="large" onClick={() => open('email')}>
        Change email
      </Button>
      {value === 'password' && <ChangePasswordDialog onClose={close} />}
      {value === 'email' && <ChangeEmailDialog onClose={close} />}
    </div>
  );
}
