import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { formatPhone, parsePhone, phoneHint } from '#shared/phone.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PlanRows } from './plan-rows.tsx';
import { useRegister } from './session-mutations.ts';
import { type SignUpInput, type SignUpOutput, signUpSchema } from './sign-up-schema.ts';
import { SmsAgreementDialog } from './sms-agreement-dialog.tsx';
import { usePlanOffer } from './use-plan-offer.ts';

type SignUp = UseFormReturn<SignUpInput, unknown, SignUpOutput>;

const untouched = {
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
} satisfies SignUpInput;

/** The account is created after the consent dialog. */
export function SignUpForm() {
  const draft = useDraft<SignUpInput>('sign-up', (typed) => ({
    ...typed,
    password: '',
    confirmPassword: '',
  }));
  const form: SignUp = useForm<SignUpInput, unknown, SignUpOutput>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { ...untouched, ...draft.read() },
  });
  const register = useRegister();
  useFieldsDraft(form, register.isIdle || register.isError ? draft.save : null);
  const offer = usePlanOffer();
  const [accepted, setAccepted] = useState<SignUpOutput | null>(null);
  const [isDialogOpen, setIsDialogOpen] = useState(false);

  const createAccount = () => {
    if (!accepted) return;
    const { confirmPassword: _, firstName, lastName, ...account } = accepted;
    register.mutate(
      {
        ...account,
        phoneNumber: parsePhone(account.phoneNumber) ?? account.phoneNumber,
        firstName: firstName || undefined,
        lastName: lastName || undefined,
        subscriptionPlan: offer.selected,
      },
      {
        onError: (error) => {
          // The error belongs to the form behind the dialog.
          setIsDialogOpen(false);
          const refused = findRefused(error);
          if (refused) form.setError(refused.name, refused);
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((values) => {
        setAccepted(values);
        setIsDialogOpen(true);
      })}
    >
      <PersonFields form={form} />
      <PasswordFields form={form} />
      <PlanRows {...offer} />
      <Button type="submit" size="large" disabled={register.isPending}>
        Sign Up
      </Button>
      <SmsAgreementDialog
        phone={formatPhone(parsePhone(accepted?.phoneNumber ?? '') ?? '')}
        isOpen={isDialogOpen}
        isPending={register.isPending}
        onOpenChange={setIsDialogOpen}
        onAgree={createAccount}
        findGoal={() => findInvalidField(form)}
      />
    </form>
  );
}

/** Keeps the fields, except passwords, while the other tab is open. */
function useFieldsDraft({ getValues }: SignUp, save: ((values: SignUpInput) => void) | null): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(
    () => () => latest.current?.({ ...getValues(), password: '', confirmPassword: '' }),
    [getValues],
  );
}

const fieldsOfPerson = ['email', 'phoneNumber', 'password'] as const;

/** Only the message says which one is taken. */
function findRefused(error: unknown) {
  if (statusOf(error) !== 409) return findRefusedField(error, fieldsOfPerson);
  const message = describeError(error);
  const name: (typeof fieldsOfPerson)[number] = /phone/i.test(message) ? 'phoneNumber' : 'email';
  return { name, message };
}

function findInvalidField({ formState: { errors }, setFocus }: SignUp) {
  const name = fieldsOfPerson.find((each) => errors[each]);
  return name && { focus: () => setFocus(name) };
}

function PersonFields({ form }: { form: SignUp }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="email" {...form.register('email')} />
        )}
      </Field>
      <Controller
        control={form.control}
        name="phoneNumber"
        render={({ field: { onChange, ...field } }) => (
          <Field label="Phone number" hint={phoneHint} error={errors.phoneNumber?.message}>
            {(control) => <PhoneInput {...control} {...field} onValueChange={onChange} />}
          </Field>
        )}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        <Field label="First name" optional error={errors.firstName?.message}>
          {(control) => (
            <Input {...control} autoComplete="given-name" {...form.register('firstName')} />
          )}
        </Field>
        <Field label="Last name" optional error={errors.lastName?.message}>
          {(control) => (
            <Input {...control} autoComplete="family-name" {...form.register('lastName')} />
          )}
        </Field>
      </div>
    </>
  );
}

function PasswordFields({ form }: { form: SignUp }) {
  const password = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;
  return (
    <>
      <NewPasswordField
        label="Password"
        password={password}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => (
          <SecretInput
            what="confirmed password"
            {...control}
            autoComplete="new-password"
            {...form.register('confirmPassword')}
          />
        )}
      </Field>
    </>
  );
}
