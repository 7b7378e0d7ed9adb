import { Button } from '#web/components/ui/button.tsx';
import { useLogin } from './session-mutations.ts';

/** The README has the logins, too. */
export function DemoLogins({ password, emails }: { password: string; emails: string[] }) {
  const login = useLogin();
  return (
    <section
      aria-label="Demo logins"
      className="mt-6 grid grid-cols-1 gap-3 rounded-card border border-dashed px-4 py-3.5"
    >
      <p className="text-muted text-sm">
        This is a sandbox with made-up people. Log in as one of them; the password is{' '}
        <code className="inline-block max-w-full text-foreground wrap-anywhere">{password}</code>.
      </p>
      <div className="flex flex-wrap gap-2">
        {emails.map((email) => (
          <Button
            key={email}
            variant="outline"
            className="min-h-11 wrap-anywhere"
            disabled={login.isPending}
            onClick={() => login.mutate({ email, password })}
          >
            {email}
          </Button>
        ))}
      </div>
    </section>
  );
}
