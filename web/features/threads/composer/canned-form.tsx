import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import {
  type CannedReply,
  type CannedReplyRequest,
  cannedReplyRequest,
} from '#shared/api/canned-replies.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { EditActions, EditChoices } from '#web/components/edit-choices.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useMergedEdit } from '#web/lib/use-merged-edit.ts';
import { useSaveCannedReply } from './canned-api.ts';
import { cannedNames } from './fill-canned.ts';

const labels = { name: 'Name', text: 'Text' };

type Base = CannedReply | null;

const toValues = (base: Base): CannedReplyRequest => ({
  name: base?.name ?? '',
  text: base?.text ?? '',
});

/** @param reply null adds one. */
export function CannedForm({ reply, onDone }: { reply: Base; onDone: () => void }) {
  const formId = useId();
  const save = useSaveCannedReply();
  const { form, base, rebase, ...draft } = useDraftedForm<CannedReplyRequest, Base>({
    name: `canned reply ${reply?.id ?? 'new'}`,
    base: reply,
    toValues,
    resolver: zodResolver(cannedReplyRequest),
  });
  const finish = () => {
    draft.clear();
    onDone();
  };
  const send = (fields: CannedReplyRequest, from: Base) => {
    const onError = (error: Error) => void merged.merge(error, { base: from, mine: fields });
    save.mutate({ fields, base: from }, { onSuccess: finish, onError });
  };
  const merged = useMergedEdit<CannedReplyRequest, Base>({ toValues, rebase, save: send });
  const { contest } = merged;
  const contested =
    contest?.names.map((name) => ({
      name,
      label: labels[name],
      mine: contest.mine[name],
      theirs: contest.theirs[name],
      choice: contest.choices[name],
    })) ?? null;
  const { errors } = form.formState;
  const refusal = save.error && !contest ? describeRefusal(save.error) : undefined;
  return (
    <section className="grid grid-cols-1 gap-4">
      <h3 className="font-semibold">{reply ? `Change ${reply.name}` : 'Add one'}</h3>
      {contest && contested ? (
        <EditChoices
          message={contest.message}
          fields={contested}
          onChoose={(name, choice) => merged.choose(name as keyof CannedReplyRequest, choice)}
        />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={form.handleSubmit((fields) => send(fields, base))}
          className="grid grid-cols-1 gap-4"
        >
          {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
          <Field label="Name" error={errors.name?.message ?? refusal}>
            {(control) => (
              <Input
                {...control}
                {...form.register('name')}
                dir="auto"
                autoComplete="off"
                placeholder="hours"
              />
            )}
          </Field>
          <Field
            label="Text"
            error={errors.text?.message}
            hint={`Filled in when you choose it: ${cannedNames.map((name) => `{${name}}`).join(', ')}.`}
          >
            {(control) => (
              <Textarea
                {...control}
                {...form.register('text')}
                rows={3}
                placeholder="We open at 9."
              />
            )}
          </Field>
        </form>
      )}
      <div className="flex flex-wrap gap-2">
        {reply ? (
          <EditActions
            contested={contested}
            formId={formId}
            submitLabel="Save changes"
            isSaving={save.isPending}
            onCancel={finish}
            onFinish={merged.finish}
          />
        ) : (
          <Button type="submit" form={formId} disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Add'}
          </Button>
        )}
      </div>
    </section>
  );
}
