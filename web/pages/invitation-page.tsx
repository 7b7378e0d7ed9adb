import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { productName } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { NewPasswordField } from '#web/session/new-password-field.tsx';
import { useAcceptInvitation } from '#web/session/session-mutations.ts';

/** Signs out any account signed in here. */
export function InvitationPage() {
  usePageTitle('Invitation');
  const link = useLinkInAddress();
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 px-5 py-8">
      <h1 className="font-display font-semibold text-3xl">Welcome to {productName}</h1>
      {link ? (
        <AcceptForm {...link} />
      ) : (
        <p>This link is incomplete. Please open it from the email again, or ask for a new one.</p>
      )}
    </main>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [, navigate] = useLocation();
  const accept = useAcceptInvitation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') return;
    accept.mutate({ token, password }, { onSuccess: () => navigate('/', { replace: true }) });
  };
  const refusal = accept.error && describeRefusal(accept.error);
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        You are invited to answer conversations here. Choose a password. If you already have an
        account with this email, use its password.
      </p>
      <Field label="Email">
        {(control) => (
          <Input {...control} type="email" autoComplete="username" value={email} readOnly />
        )}
      </Field>
      <NewPasswordField
        label="Password"
        password={password}
        error={isMissing ? 'Password is required' : (refusal ?? undefined)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="large" disabled={accept.isPending}>
        {accept.isPending ? 'Joining...' : 'Join'}
      </Button>
    </form>
  );
}

/** A fragment is never sent to the server. */
function useLinkInAddress(): { token: string; email: string } | null {
  const [link] = useState(() => {
    const parts = new URLSearchParams(window.location.hash.slice(1));
    const token = parts.get('token');
    return token ? { token, email: parts.get('email') ?? '' } : null;
  });
  return link;
}
