import { FormProvider } from 'react-hook-form';
import { DraftNote } from '#web/components/draft-note.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { isRefused, useAddSource } from '../api.ts';
import { SourceOptions } from '../source-options.tsx';
import {
  blankSource,
  createSourceResolver,
  type SourceValues,
  type TextName,
  toSourceRequest,
  type WrittenKind,
} from './source-values.ts';
import { writtenFields } from './written-fields.tsx';

const words: Record<WrittenKind, { title: string; description: string; first: TextName }> = {
  text: {
    title: 'Paste a text',
    description: 'What the expert should know, as plain text or Markdown.',
    first: 'title',
  },
  pair: {
    title: 'Write a question and answer',
    description: 'For a question that people ask in many ways.',
    first: 'question',
  },
  page: {
    title: 'Add a web page',
    description: 'It is read now. Later changes count once you have it read again.',
    first: 'url',
  },
};

/** What was typed stays if it is closed by accident. */
export function WriteDialog({
  kind,
  expertId,
  onClose,
}: {
  kind: WrittenKind;
  expertId: string;
  onClose: () => void;
}) {
  const { title, description, first } = words[kind];
  const add = useAddSource(expertId);
  const { form, ...draft } = useDraftedForm<SourceValues, null>({
    name: `new ${kind} for ${expertId}`,
    base: null,
    toValues: () => blankSource,
    resolver: createSourceResolver(kind),
  });
  const onSuccess = () => {
    draft.clear();
    onClose();
  };
  const onError = (error: Error) => {
    if (isRefused(error))
      form.setError(first, { message: describeError(error) }, { shouldFocus: true });
  };
  return (
    <FormDialog
      title={title}
      description={description}
      action={add.isPending ? 'Adding...' : 'Add'}
      isPending={add.isPending}
      onSubmit={form.handleSubmit((values) =>
        add.mutate(toSourceRequest(kind, values), { onSuccess, onError }),
      )}
      onClose={onClose}
    >
      <FormProvider {...form}>
        {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
        {writtenFields[kind]}
        <SourceOptions />
      </FormProvider>
    </FormDialog>
  );
}
