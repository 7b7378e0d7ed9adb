import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { useRenameThread } from './use-rename-thread.ts';

const titleMaxLength = 200;

/** A title that fails to save reopens the field. */
export function ThreadTitle({ thread, level }: { thread: Thread; level: 1 | 2 }) {
  const draft = useDraft<string>(`title ${thread.id}`, (title) => title);
  // Undefined while not editing.
  const [typed, setTyped] = useState(draft.read);
  const isEditing = typed !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const rename = useRenameThread(thread);
  const Heading = level === 1 ? 'h1' : 'h2';

  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasEditing.current = isEditing;
  }, [isEditing]);

  const close = (entered: string | null) => {
    setTyped(undefined);
    draft.clear();
    const title = entered?.trim();
    if (!title || title === thread.title) return;
    const onError = () => {
      draft.save(title);
      setTyped(title);
    };
    rename.mutate(title, { onError });
  };

  return (
    <Heading className="font-semibold text-lg leading-tight">
      {isEditing ? (
        <TitleField title={typed} onClose={close} />
      ) : (
        <button
          ref={button}
          type="button"
          title="Rename"
          onClick={() => setTyped(thread.title)}
          className="group -mx-1.5 flex max-w-full items-center gap-2 rounded-[6px] px-1.5 py-0.5 text-left hover:bg-secondary-soft max-md:-my-2.5 max-md:py-3"
        >
          <span dir="auto" className="line-clamp-3 @max-xs:line-clamp-none min-w-0 wrap-anywhere">
            {thread.title}
          </span>
          <Pencil
            aria-hidden
            className="size-3.5 shrink-0 text-muted opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100"
          />
          <span className="sr-only">, rename</span>
        </button>
      )}
    </Heading>
  );
}

function TitleField({
  title,
  onClose,
}: {
  title: string;
  onClose: (entered: string | null) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    // After a failed save it must not take the focus from another field.
    if (document.activeElement?.matches('input, textarea')) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      aria-label="Conversation title"
      dir="auto"
      defaultValue={title}
      maxLength={titleMaxLength}
      onBlur={(event) => onClose(isCancelled.current ? null : event.target.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Escape must not close the conversation, too.
        event.preventDefault();
        isCancelled.current = event.key === 'Escape';
        event.currentTarget.blur();
      }}
      className="-mx-1.5 w-full rounded-[6px] bg-surface px-1.5 py-0.5 outline-2 outline-primary outline-offset-0"
    />
  );
}
