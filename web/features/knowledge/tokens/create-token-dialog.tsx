import { zodResolver } from '@hookform/resolvers/zod';
import { apiTokenRequest } from '#shared/api/api-tokens.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useCreateToken } from './tokens-api.ts';

const resolver = zodResolver(apiTokenRequest);

export function CreateTokenDialog({
  onCreated,
  onClose,
}: {
  onCreated: (created: { name: string; secret: string }) => void;
  onClose: () => void;
}) {
  const { form, ...draft } = useDraftedForm<{ name: string }, null>({
    name: 'new token for scripts',
    base: null,
    toValues: () => ({ name: '' }),
    resolver,
  });
  const create = useCreateToken(({ token, secret }) => {
    draft.clear();
    onCreated({ name: token.name, secret });
  });
  return (
    <FormDialog
      title="Create a token"
      description="A script that has it can add, change and delete what your experts know, and nothing else. It ends when you revoke it, or are no longer an admin."
      action={create.isPending ? 'Creating...' : 'Create'}
      isPending={create.isPending}
      onSubmit={form.handleSubmit((values) => create.mutate(values, { onSuccess: onClose }))}
      onClose={onClose}
    >
      {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
      <Field
        label="Name"
        hint="What the script does, so that you know it again."
        error={form.formState.errors.name?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            aria-required
            dir="auto"
            autoComplete="off"
            placeholder="Nightly import"
          />
        )}
      </Field>
    </FormDialog>
  );
}
