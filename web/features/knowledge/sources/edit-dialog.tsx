import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, type Resolver } from 'react-hook-form';
import { type KnowledgeSource, updateSourceRequest } from '#shared/api/knowledge.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useSaveSource } from '../api.ts';
import { type OptionValues, SourceOptions, toOptions, toOptionValues } from '../source-options.tsx';

type Values = OptionValues & { title: string };

const toValues = (source: KnowledgeSource): Values => ({
  title: source.title,
  ...toOptionValues(source),
});

const toRequest = (values: Values) => ({ title: values.title.trim(), ...toOptions(values) });

const resolveRequest = zodResolver(updateSourceRequest) as unknown as Resolver<
  ReturnType<typeof toRequest>
>;

const resolver: Resolver<Values> = async (values, context, options) => {
  const { errors } = await resolveRequest(toRequest(values), context, options as never);
  const hasErrors = Object.keys(errors).length > 0;
  return hasErrors ? { values: {}, errors: errors as never } : { values, errors: {} };
};

export function EditDialog({
  expertId,
  source,
  onClose,
}: {
  expertId: string;
  source: KnowledgeSource;
  onClose: () => void;
}) {
  const save = useSaveSource(expertId, source.id);
  const { form, ...draft } = useDraftedForm<Values, KnowledgeSource>({
    name: `source ${source.id}`,
    base: source,
    toValues,
    resolver,
  });
  const onSuccess = () => {
    draft.clear();
    onClose();
  };
  return (
    <FormDialog
      title={`Edit ${source.title}`}
      description="Its words stay as they are: to change them, add the new ones and delete this source."
      action={save.isPending ? 'Saving...' : 'Save changes'}
      isPending={save.isPending}
      onSubmit={form.handleSubmit((values) => save.mutate(toRequest(values), { onSuccess }))}
      onClose={onClose}
    >
      <FormProvider {...form}>
        {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
        <Field
          label="Title"
          hint="People see it below the answers that quote it."
          error={form.formState.errors.title?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('title')}
              aria-required
              dir="auto"
              autoComplete="off"
            />
          )}
        </Field>
        <SourceOptions />
      </FormProvider>
    </FormDialog>
  );
}
