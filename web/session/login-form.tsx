import { type SubmitEvent, useState } from 'react';
import type { LoginRequest } from '#shared/api/auth.ts';
import { CodeField } from '#web/components/code-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { needOf } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import { useLogin } from './session-mutations.ts';

type Errors = Partial<Record<keyof LoginRequest, string>>;

/** zod and the phone library are larger than this page: they load on the first focus. */
const loadRules = () => import('#shared/api/auth.ts');

async function checkLogin(form: HTMLFormElement, asksCode: boolean) {
  const { loginRequest } = await loadRules();
  const parsed = loginRequest.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success && asksCode && !parsed.data.code) {
    return { values: null, errors: { code: 'Code is required' } };
  }
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues) {
    errors[path[0] as keyof LoginRequest] ??= message;
  }
  return { values: null, errors };
}

/** Without the form library, which would add 11 kB to the first page. */
export function LoginForm({ onEmail }: { onEmail: (email: string) => void }) {
  const login = useLogin();
  const [errors, setErrors] = useState<Errors>({});
  const [asksCode, setAsksCode] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const result = await checkLogin(form, asksCode);
    setErrors(result.errors);
    const focus = (name?: string) =>
      form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
    if (!result.values) return focus(Object.keys(result.errors)[0]);
    const onError = (error: unknown) => {
      if (needOf(error) === 'code') return setAsksCode(true);
      // The disabled button has lost the focus; it stays where the person types.
      if (!document.activeElement?.matches('input')) focus(asksCode ? 'code' : 'password');
    };
    login.mutate(result.values, { onError });
  };
  const clearError = (name: keyof LoginRequest) => setErrors({ ...errors, [name]: undefined });

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onFocus={() => void loadRules().catch(() => undefined)}
      onSubmit={submit}
    >
      {/* Kept, because the login is sent again together with the code. */}
      <div className={cn('grid grid-cols-1 gap-4', asksCode && 'hidden')}>
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              onChange={(event) => {
                clearError('email');
                onEmail(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="Password" error={errors.password}>
          {(control) => (
            <SecretInput
              {...control}
              name="password"
              autoComplete="current-password"
              onChange={() => clearError('password')}
            />
          )}
        </Field>
      </div>
      {asksCode && <CodeField error={errors.code} onChange={() => clearError('code')} />}
      <Button type="submit" size="large" disabled={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Login'}
      </Button>
      {asksCode && (
        <Button variant="ghost" size="large" onClick={() => setAsksCode(false)}>
          Back to email and password
        </Button>
      )}
    </form>
  );
}
