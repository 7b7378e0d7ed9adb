import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cn } from '#web/lib/cn.ts';
import { useTypedDraft } from '#web/lib/drafts.ts';
import { isComposing } from '#web/lib/is-composing.ts';

export function useDraftText(name: string) {
  const draft = useTypedDraft(name);
  const [text, setText] = useState(() => draft.read() ?? '');
  const { onClear } = draft;
  useEffect(() => onClear(() => setText('')), [onClear]);
  const write = (next: string) => {
    setText(next);
    draft.save(next);
  };
  const clear = () => {
    setText('');
    draft.clear();
  };
  return { text, write, clear };
}

type Props = {
  label: string;
  /** Id of the length note. */
  noteId: string;
  text: string;
  write: (text: string) => void;
  isTooLong: boolean;
  isBusy?: boolean;
  onSubmit: () => void;
  list?: ReactNode;
  fieldProps?: AriaAttributes;
  /** Runs before Enter sends. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** A private note must not look like a text. */
  isPrivate?: boolean;
  children: ReactNode;
  below?: ReactNode;
};

export function ComposerForm({
  label,
  noteId,
  text,
  write,
  isTooLong,
  isBusy = false,
  onSubmit,
  list,
  fieldProps,
  onKeyDown,
  fieldRef,
  isPrivate = false,
  children,
  below,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isTooLong && !isBusy) onSubmit();
  };
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented) return;
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      data-keep-clear
      data-focus-to={isPrivate ? 'write' : undefined}
      className="@container relative shrink-0 border-t px-4 py-3 sm:px-6"
    >
      {list}
      <div
        className={cn(
          'group flex flex-wrap items-end justify-end gap-x-3 gap-y-1 rounded-xl border p-2 pl-3 transition-[border-color] duration-150 focus-within:outline-2',
          isPrivate
            ? 'border-accent bg-accent-soft focus-within:outline-accent/40'
            : 'border-line-control bg-surface focus-within:border-primary focus-within:outline-primary/40',
        )}
      >
        <textarea
          ref={fieldRef}
          data-focus={isPrivate ? undefined : 'write'}
          dir="auto"
          aria-label={label}
          aria-describedby={noteId}
          aria-invalid={isTooLong || undefined}
          placeholder={label}
          rows={1}
          value={text}
          readOnly={isBusy}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
          {...fieldProps}
          className={cn(
            'field-sizing-content max-h-40 min-h-(--control) min-w-[min(10rem,100%)] flex-1 resize-none self-center py-[calc((var(--control)-1.5em)/2)] leading-[1.5] outline-none',
            isPrivate && 'placeholder:text-accent',
          )}
        />
        <div
          className={cn(
            'flex items-center gap-3',
            // On a phone the length of no text would cost the messages a line.
            !isPrivate && 'max-md:group-has-placeholder-shown:[&>p]:sr-only',
          )}
        >
          {children}
        </div>
      </div>
      {below}
    </form>
  );
}
