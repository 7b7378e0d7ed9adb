import { useEffect, useId, useRef } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { noteMaxLength } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { isComposing } from '#web/lib/is-composing.ts';
import { ComposerForm, useDraftText } from '../composer/composer-form.tsx';
import { noteDraftOf, useAddNote } from './notes-api.ts';

export function NoteForm({
  thread,
  onAdded,
  onClose,
}: {
  thread: Thread;
  onAdded: () => void;
  onClose: () => void;
}) {
  const draft = useDraftText(noteDraftOf(thread.id));
  const add = useAddNote(thread.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  useEffect(() => {
    field.current?.focus();
  }, []);
  const left = noteMaxLength - draft.text.length;
  const isTooLong = left < 0;
  const submit = () => {
    add.mutate(draft.text.trim(), { onSuccess: onAdded });
  };
  return (
    <ComposerForm
      label="Private note for the team"
      noteId={noteId}
      text={draft.text}
      write={draft.write}
      isTooLong={isTooLong}
      isBusy={add.isPending}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      fieldRef={field}
      isPrivate
    >
      <p id={noteId} className="text-accent text-sm" role={isTooLong ? 'alert' : undefined}>
        {isTooLong ? `${-left} characters too many` : 'Never texted'}
      </p>
      <Button type="submit" disabled={draft.text.trim() === '' || isTooLong || add.isPending}>
        {add.isPending ? 'Adding...' : 'Add note'}
      </Button>
    </ComposerForm>
  );
}
