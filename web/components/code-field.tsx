import { type ComponentProps, useEffect, useRef } from 'react';
import { Field } from './ui/field.tsx';
import { Input } from './ui/input.tsx';

/** Takes the focus: nothing else can be done. */
export function CodeField({
  error,
  hint = 'From your authenticator app, or a recovery code.',
  ...props
}: { error?: string | undefined; hint?: string | undefined } & ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...props}
          ref={input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
    </Field>
  );
}
