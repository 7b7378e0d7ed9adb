import { Link } from 'wouter';
import type { LockReply } from '#shared/api/owner-links.ts';
import { Button } from '#web/components/ui/button.tsx';
import { OwnerLinkPage } from './owner-link-page.tsx';

const words = {
  path: '/api/auth/lock',
  title: 'Lock your account?',
  text: 'Every device is signed out, and your password stops working. Phones that were added since the message are removed, and a changed email is changed back. Then you choose a new password.',
  button: 'Lock my account',
  doneTitle: 'Your account is locked',
  failure: 'Account not locked',
} as const;

export function LockPage() {
  return (
    <OwnerLinkPage<LockReply>
      words={words}
      done={({ email }) => (
        <>
          <p className="wrap-anywhere">
            Every device is signed out. Choose a new password for <strong>{email}</strong>, then
            look at your phones in Settings.
          </p>
          <Button asChild size="large" className="sm:justify-self-start">
            <Link href="/login?forgot=password">Choose a new password</Link>
          </Button>
        </>
      )}
    />
  );
}
