import { lazy, Suspense, useState } from 'react';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';

const load = () => import('./forgot-password-dialog.tsx');
const ForgotPasswordDialog = lazy(() =>
  load().then((module) => ({ default: module.ForgotPasswordDialog })),
);

const ResetByLinkDialog = lazy(() =>
  load().then((module) => ({ default: module.ResetByLinkDialog })),
);

/** From a mail or a text. */
function readLink(): string | null {
  const [, link] = /^#reset=([\w-]{22})$/.exec(window.location.hash) ?? [];
  return link ?? null;
}

/** Must be outside the login form, or the dialog's form would submit it, too. */
export function ForgotPasswordLink({ email }: { email: string }) {
  const { value, open, close } = useDialogAddress('forgot');
  const [link, setLink] = useState(readLink);
  return (
    <>
      <button
        type="button"
        className="-mt-3 min-h-11 justify-self-center rounded-xs px-2 text-muted text-sm underline underline-offset-2 hover:text-foreground"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => open('password')}
      >
        Forgot password?
      </button>
      {value === 'password' && (
        <Suspense fallback={null}>
          <ForgotPasswordDialog email={email} onClose={close} />
        </Suspense>
      )}
      {link && (
        <Suspense fallback={null}>
          <ResetByLinkDialog link={link} onClose={() => setLink(null)} />
        </Suspense>
      )}
    </>
  );
}
