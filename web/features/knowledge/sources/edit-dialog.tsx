import { FormProvider, useFormContext } from 'react-hook-form';
import { DraftNote } from '#web/components/draft-note.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { isRefused, useSaveSource } from '../api.ts';
import { SourceOptions } from '../source-options.tsx';
import {
  createEditResolver,
  type EditedSource,
  type EditValues,
  toRequest,
  toValues,
} from './edit-values.ts';
import { idOfTitle } from './source-item.tsx';

export function EditDialog({
  expertId,
  edited,
  onClose,
}: {
  expertId: string;
  edited: EditedSource;
  onClose: () => void;
}) {
  const { source, pair } = edited;
  const save = useSaveSource(expertId, source.id);
  const { form, base, ...draft } = useDraftedForm<EditValues, EditedSource>({
    name: `source ${source.id}`,
    base: edited,
    toValues,
    resolver: createEditResolver(edited),
  });
  const onSuccess = () => {
    draft.clear();
    onClose();
  };
  const onError = (error: Error) => {
    if (isRefused(error))
      form.setError('question', { message: describeError(error) }, { shouldFocus: true });
  };
  return (
    <FormDialog
      title={`Edit ${source.title}`}
      description={
        pair
          ? 'The next question is answered with the new words.'
          : 'Its words stay as they are: to change them, add the new ones and delete this source.'
      }
      action={save.isPending ? 'Saving...' : 'Save changes'}
      isPending={save.isPending}
      // What opened it may be gone: the dialog that loaded the words.
      findGoal={() => (pair ? document.getElementById(idOfTitle(source.id)) : null)}
      onSubmit={form.handleSubmit((values) =>
        save.mutate(toRequest(values, base), { onSuccess, onError }),
      )}
      onClose={onClose}
    >
      <FormProvider {...form}>
        {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
        {pair && (
          <>
            <WordsField name="question" label="Question" lines={2} />
            <WordsField name="answer" label="Answer" lines={4} />
          </>
        )}
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

function WordsField({
  name,
  label,
  lines,
}: {
  name: 'question' | 'answer';
  label: string;
  /** Shown at first; the field grows. */
  lines: number;
}) {
  const { register, formState } = useFormContext<EditValues>();
  return (
    <Field label={label} error={formState.errors[name]?.message}>
      {(control) => (
        <Textarea
          {...control}
          {...register(name)}
          aria-required
          rows={lines}
          className="field-sizing-content max-h-72"
        />
      )}
    </Field>
  );
}
