import { Lock } from 'lucide-react';
import { memo, useState } from 'react';
import type { Note } from '#shared/api/notes.ts';
import { mayDeleteNote } from '#shared/roles.ts';
import { MessageBody } from '#web/components/message-body.tsx';
import { linkStyle } from '#web/components/more-button.tsx';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useDeleteNote } from './notes-api.ts';

/** `day` is set if a new one begins. */
export type NoteRow = { note: Note; day: string | null };

export const NoteBubble = memo(function NoteBubble({
  row: { note, day },
  threadId,
}: {
  row: NoteRow;
  threadId: string;
}) {
  const me = useCurrentUser();
  const writer = note.author.id === me.id ? 'You' : note.author.name;
  return (
    <>
      {day && <p className="pt-5 pb-1 text-center text-muted text-sm leading-5">{day}</p>}
      <div className="pt-3">
        <div className="rounded-control border-accent border-l-2 bg-accent-soft px-3.5 py-2">
          <p className="flex items-center gap-1.5 text-accent text-sm leading-5">
            <Lock aria-hidden className="size-3.5 shrink-0" />
            <span className="min-w-0 truncate">
              <span className="font-semibold">Private note</span> · {writer} ·{' '}
              <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
                {formatTime(note.createdAt)}
              </time>
            </span>
            {mayDeleteNote(me, note.author) && <DeleteNote noteId={note.id} threadId={threadId} />}
          </p>
          <MessageBody body={note.body} />
        </div>
      </div>
    </>
  );
});

function DeleteNote({ noteId, threadId }: { noteId: string; threadId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteNote(threadId);
  if (!isAsking) {
    return (
      <button
        type="button"
        className={`${linkStyle} ml-auto shrink-0`}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </button>
    );
  }
  return (
    <span className="ml-auto flex shrink-0 gap-3">
      <button type="button" className={linkStyle} onClick={() => setIsAsking(false)}>
        Keep
      </button>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed became this one
        autoFocus
        className={`${linkStyle} text-danger`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(noteId)}
      >
        Delete note
      </button>
    </span>
  );
}
