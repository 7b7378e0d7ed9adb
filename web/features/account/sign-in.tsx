import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function SignIn() {
  const [open, setOpen] = useState<'password' | 'email' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      <Button variant="outline" size="large" onClick={() => setOpen('password')}>
        Change password
      </Button>
      <Button variant="outline" size="large" onClick={() => setOpen('email')}>
        Change email
      </Button>
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'email' && <ChangeEmailDialog onClose={close} />}
    </div>
  );
}
