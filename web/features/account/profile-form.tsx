import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useFormContext } from 'react-hook-form';
import { profileForm, type User } from '#shared/api/auth.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { listChanges } from '#web/lib/merge-edits.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { type ProfileToasts, useUpdateProfile } from './api.ts';
import { PhoneField } from './phone-field.tsx';
import { findRefusedValue, type ProfileValues, toProfileValues } from './profile-values.ts';

export function ProfileForm({ toasts }: { toasts: ProfileToasts }) {
  const user = useCurrentUser();
  const update = useUpdateProfile(toasts);
  const { form, base, isRestored, startOver, discard } = useDraftedForm<ProfileValues, User>({
    name: 'profile',
    base: user,
    toValues: toProfileValues,
    resolver: zodResolver(profileForm),
  });
  const submit = form.handleSubmit((values) => {
    // Keeps what another tab has changed.
    update.mutate(listChanges(toProfileValues(base), values), {
      onSuccess: (reply) => startOver(reply.user),
      onError: (error) => {
        const refused = findRefusedValue(error);
        if (refused) form.setError(refused.name, refused, { shouldFocus: true });
      },
    });
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {isRestored && <DraftNote onDiscard={discard} />}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NameField name="firstName" label="First name" autoComplete="given-name" />
          <NameField name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <PhoneField />
        <Field label="Email" hint="You sign in with it. Change it under Sign-in.">
          {(control) => <Input {...control} type="email" value={user.email} readOnly />}
        </Field>
        <Button
          type="submit"
          size="large"
          className="sm:justify-self-start"
          disabled={update.isPending}
        >
          {update.isPending ? 'Saving...' : 'Save changes'}
        </Button>
      </form>
    </FormProvider>
  );
}

function NameField({
  name,
  label,
  autoComplete,
}: {
  name: 'firstName' | 'lastName';
  label: string;
  autoComplete: string;
}) {
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <Field label={label} optional error={formState.errors[name]?.message}>
      {(control) => (
        <Input {...control} dir="auto" autoComplete={autoComplete} {...register(name)} />
      )}
    </Field>
  );
}
