import { Link } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';
import { OwnerLinkPage } from './owner-link-page.tsx';

const words = {
  path: '/api/auth/device',
  title: 'Let the new device in?',
  text: 'Only if it was you who just typed your password there. If not, change your password: somebody else knows it.',
  button: 'Let it in',
  doneTitle: 'The device may sign in',
  failure: 'Device not let in',
} as const;

export function DevicePage() {
  return (
    <OwnerLinkPage<{ ok: true }>
      words={words}
      done={() => (
        <>
          <p>Sign in there once more, with your password.</p>
          <Button asChild size="large" className="sm:justify-self-start">
            <Link href="/login">Continue</Link>
          </Button>
        </>
      )}
    />
  );
}
