import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import {
  forgotPasswordRequest,
  type ResetPasswordRequest,
  resetPasswordRequest,
} from '#shared/api/passwords.ts';
import { newNumberDays } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useForgotPassword, useResetPassword } from './session-mutations.ts';

const title = 'Forgot your password?';
/** It may be a thief's, and whether an account has one is not told. */
const heldBack = `No code goes to a number that was changed in the last ${newNumberDays} days.`;

/** Where the code went, kept in the history entry: a phone may reload the tab meanwhile. */
type Entry = { sentTo?: string } | null;

export function ForgotPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const entry = useHistoryState<Entry>();
  const sentTo = entry?.sentTo ?? null;
  const setSentTo = (address: string) =>
    navigate(window.location.href, { replace: true, state: { ...entry, sentTo: address } });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {sentTo === null ? (
        <EmailStep email={email} onSent={setSentTo} />
      ) : (
        <CodeStep email={sentTo} />
      )}
    </Dialog>
  );
}

/** By the link beside a code: it works for a day, on any device, whatever others have tried. */
export function ResetByLinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <CodeStep link={link} />
    </Dialog>
  );
}

function EmailStep({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const formId = useId();
  const request = useForgotPassword();
  const form = useForm({
    resolver: zodResolver(forgotPasswordRequest),
    defaultValues: { email },
  });
  const submit = form.handleSubmit((values) =>
    request.mutate(values.email, { onSuccess: () => onSent(values.email) }),
  );
  return (
    <DialogContent
      title={title}
      description={`We send a six-digit code to your verified phone number, by email, or both. ${heldBack}`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} disabled={request.isPending}>
            {request.isPending ? 'Sending...' : 'Send code'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          {(control) => (
            <Input {...control} type="email" autoComplete="username" {...form.register('email')} />
          )}
        </Field>
      </form>
    </DialogContent>
  );
}

const fields = ['code', 'secondFactorCode', 'newPassword'] as const;

/** @param link opened instead of typing a code. */
function CodeStep({ email = '', link }: { email?: string; link?: string }) {
  const formId = useId();
  const again = useForgotPassword();
  const reset = useResetPassword();
  const form = useForm<ResetPasswordRequest>({
    resolver: zodResolver(resetPasswordRequest),
    defaultValues: { ...(link ? { code: link } : { email, code: '' }), newPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  // The server asks an admin for this code once the first is right.
  const [hasSecondFactor, setHasSecondFactor] = useState(false);
  const { errors } = form.formState;
  const refusedField = fields.find((name) => errors[name]);
  useEffect(() => {
    if (reset.isError && refusedField) form.setFocus(refusedField);
  }, [reset.isError, refusedField, form]);
  const submit = form.handleSubmit((values) =>
    reset.mutate(values, {
      onError: (error) => {
        setHasSecondFactor(hasSecondFactor || statusOf(error) === 401);
        const refused = findRefused(error);
        if (refused) form.setError(refused.name, refused);
      },
    }),
  );
  return (
    <DialogContent
      title={title}
      description={
        link
          ? 'Choose a new password. Every other device is signed out.'
          : `If ${email} has an account here, a code goes to its verified phone, its mailbox, or both. ${heldBack} If none comes, the link in our newest mail or text works for a day.`
      }
      footer={
        <>
          {!link && (
            <Button
              variant="outline"
              disabled={again.isPending}
              onClick={() => again.mutate(email)}
            >
              {again.isPending ? 'Sending...' : 'Send another code'}
            </Button>
          )}
          <Button type="submit" form={formId} disabled={reset.isPending}>
            {reset.isPending ? 'Saving...' : 'Set new password'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {link ? (
          <LinkRefusal message={errors.code?.message} />
        ) : (
          <Field
            label="Code"
            hint="Six digits. It works for 10 minutes."
            error={errors.code?.message}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.register('code')}
              />
            )}
          </Field>
        )}
        {hasSecondFactor && (
          <Field
            label="Code from your authenticator app"
            hint="Or one of your recovery codes."
            error={errors.secondFactorCode?.message}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="one-time-code"
                {...form.register('secondFactorCode')}
              />
            )}
          </Field>
        )}
        <NewPasswordField
          password={newPassword}
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
      </form>
    </DialogContent>
  );
}

function LinkRefusal({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p role="alert" className="text-destructive text-sm">
      This link is wrong, used or too old. Have a code sent.
    </p>
  );
}

function findRefused(error: unknown) {
  return statusOf(error) === 401
    ? { name: 'secondFactorCode' as const, message: describeError(error) }
    : findRefusedField(error, fields);
}
