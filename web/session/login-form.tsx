import { type SubmitEvent, useState } from 'react';
import type { LoginRequest } from '#shared/api/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { useLogin } from './session-mutations.ts';

type Errors = Partial<Record<keyof LoginRequest, string>>;

/** The rules bring zod and the phone library along, heavier than this page: they come with the first focus. */
const loadRules = () => import('#shared/api/auth.ts');

async function checkLogin(form: HTMLFormElement) {
  const { loginRequest } = await loadRules();
  const parsed = loginRequest.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues) {
    errors[path[0] as keyof LoginRequest] ??= message;
  }
  return { values: null, errors };
}

/** Two fields on the page that everyone loads first: written without the form library, which weighs 11 kB. */
export function LoginForm() {
  const login = useLogin();
  const [errors, setErrors] = useState<Errors>({});

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = await checkLogin(form);
    setErrors(checked.errors);
    const focus = (name?: string) =>
      form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
    if (!checked.values) return focus(Object.keys(checked.errors)[0]);
    const onError = () => {
      // The button that had the focus was disabled meanwhile; whoever types elsewhere stays there.
      if (!document.activeElement?.matches('input')) focus('password');
    };
    login.mutate(checked.values, { onError });
  };
  const forget = (name: keyof LoginRequest) => setErrors({ ...errors, [name]: undefined });

  return (
    <form
      noValidate
      className="grid gap-4"
      onFocus={() => void loadRules().catch(() => undefined)}
      onSubmit={submit}
    >
      <Field label="Email" error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            onChange={() => forget('email')}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => (
          <SecretInput
            {...control}
            name="password"
            autoComplete="current-password"
            onChange={() => forget('password')}
          />
        )}
      </Field>
      <Button type="submit" size="large" disabled={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  );
}
