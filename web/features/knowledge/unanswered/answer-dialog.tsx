import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef } from 'react';
import { type Resolver, useController } from 'react-hook-form';
import { answerUnansweredRequest } from '#shared/api/knowledge.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { type Question, useAnswerQuestion } from './unanswered-api.ts';

type Values = { question: string; answer: string; tell: boolean };

const toValues = ({ question }: Question): Values => ({ question, answer: '', tell: false });

const resolver = zodResolver(answerUnansweredRequest) as unknown as Resolver<Values>;

export function AnswerDialog({
  expert,
  question,
  findHeading,
  onClose,
}: {
  expert: { id: string; displayName: string };
  question: Question;
  findHeading: () => HTMLElement | null;
  onClose: () => void;
}) {
  const answer = useAnswerQuestion(expert.id, question);
  const isAnswered = useRef(false);
  const { form, ...draft } = useDraftedForm<Values, Question>({
    name: `answer to ${question.messageId}`,
    base: question,
    toValues,
    resolver,
  });
  const { errors } = form.formState;
  const onSuccess = () => {
    isAnswered.current = true;
    draft.clear();
    onClose();
  };
  return (
    <FormDialog
      title="Answer a question"
      description={`${expert.displayName} knows your answer from the next message on.`}
      action={answer.isPending ? 'Adding...' : 'Add answer'}
      isPending={answer.isPending}
      findGoal={() => (isAnswered.current ? findHeading() : null)}
      onSubmit={form.handleSubmit((values) => answer.mutate(values, { onSuccess }))}
      onClose={onClose}
    >
      {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
      <Field
        label="Question"
        hint="Reword it if others would ask it in another way."
        error={errors.question?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('question')}
            aria-required
            rows={2}
            className="field-sizing-content max-h-40 min-h-0"
          />
        )}
      </Field>
      <Field label="Answer" error={errors.answer?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('answer')}
            aria-required
            rows={4}
            className="field-sizing-content max-h-72"
          />
        )}
      </Field>
      <TellField control={form.control} count={question.count} />
    </FormDialog>
  );
}

function TellField({
  control,
  count,
}: {
  control: ReturnType<typeof useDraftedForm<Values, Question>>['form']['control'];
  count: number;
}) {
  const id = useId();
  const { field } = useController({ control, name: 'tell' });
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        ref={field.ref}
        id={id}
        className="mt-0.5"
        aria-describedby={`${id}-hint`}
        checked={field.value}
        onBlur={field.onBlur}
        onCheckedChange={(checked) => field.onChange(checked === true)}
      />
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium">
          {count === 1 ? 'Text it to the one who asked' : 'Text it to those who asked'}
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          Where their channel still allows a reply, and not at night.
        </p>
      </div>
    </div>
  );
}
