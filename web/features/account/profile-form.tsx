import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useFormContext } from 'react-hook-form';
import { profileForm, type User } from '#shared/api/auth.ts';
import { AskFirstDialog } from '#web/components/ask-first-dialog.tsx';
import { DraftNote } from '#web/components/draft-note.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { currentOf } from '#web/lib/api-client.ts';
import { askFirst } from '#web/lib/ask-first.ts';
import { mergeEdits } from '#web/lib/merge-edits.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { type ProfileToasts, useUpdateProfile } from './api.ts';
import { PhoneField } from './phone-field.tsx';
import {
  describeNumberChange,
  findRefusedValue,
  type ProfileValues,
  toProfileValues,
} from './profile-values.ts';

export function ProfileForm({ toasts }: { toasts: ProfileToasts }) {
  const user = useCurrentUser();
  const update = useUpdateProfile(toasts);
  const { form, base, rebase, isRestored, startOver, discard } = useDraftedForm<
    ProfileValues,
    User
  >({
    name: 'profile',
    base: user,
    toValues: toProfileValues,
    resolver: zodResolver(profileForm),
  });
  const save = (values: ProfileValues, from: User) => {
    update.mutate(
      { body: values, revision: from.revision },
      {
        onSuccess: (reply) => startOver(reply.user),
        onError: (error) => {
          const current = currentOf<User>(error);
          if (current) return saveOnto(current, values, from);
          const refused = findRefusedValue(error);
          if (refused) form.setError(refused.name, refused, { shouldFocus: true });
        },
      },
    );
  };
  /** Keeps what another tab has changed; of two changes of one field this one stands. */
  const saveOnto = (current: User, mine: ProfileValues, from: User) => {
    const theirs = toProfileValues(current);
    const { merged } = mergeEdits(toProfileValues(from), { mine, theirs });
    rebase(current, merged);
    save(merged, current);
  };
  const submit = form.handleSubmit(async (values) => {
    const question = describeNumberChange(user, values.phoneNumber ?? '');
    if (question === null || (await askFirst(question))) save(values, base);
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
        <Field
          label="Email"
          isRequired={false}
          hint="You sign in with it. Change it under Sign-in."
        >
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
      <AskFirstDialog />
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
