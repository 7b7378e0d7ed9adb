import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { threadMessageMaxLength } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useDraft } from '#web/lib/drafts.ts';
import { isComposing } from '#web/lib/is-composing.ts';

type Props = {
  label: string;
  isAnswering: boolean;
  /** Also called with a blank message. @returns whether it was sent. */
  onSend: (message: string, onError: () => void) => boolean;
};

/** All experts share the draft, so several can get the same text. */
export function Composer({ label, isAnswering, onSend }: Props) {
  const draft = useDraft<string>('test message', (message) => message);
  const [text, setText] = useState(() => draft.read() ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const problem = findProblem(text, isMissing);

  const write = (next: string) => {
    setText(next);
    setIsMissing(false);
    draft.save(next);
  };
  const restore = (message: string) => {
    const typedSince = draft.read();
    write(typedSince ? `${message}\n${typedSince}` : message);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (isAnswering || message.length > threadMessageMaxLength) return;
    setIsMissing(message === '');
    field.current?.focus();
    if (onSend(message, () => restore(message))) write('');
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      data-keep-clear
      className="shrink-0 border-t px-4 py-3 sm:px-6"
    >
      <div className="flex flex-wrap items-end justify-end gap-x-3 gap-y-1 rounded-xl border bg-surface p-2 pl-3 transition-[border-color] duration-150 focus-within:border-primary focus-within:outline-2 focus-within:outline-primary/40 has-aria-invalid:border-danger">
        <textarea
          ref={field}
          aria-label={label}
          aria-describedby={problem ? problemId : undefined}
          aria-invalid={problem ? true : undefined}
          placeholder={label}
          rows={1}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-(--control) min-w-[min(10rem,100%)] flex-1 resize-none self-center py-[calc((var(--control)-1.5em)/2)] leading-[1.5] outline-none"
        />
        <Button
          type="submit"
          disabled={isAnswering}
          title={isAnswering ? 'Wait for the answer first' : undefined}
        >
          {isAnswering ? 'Sending...' : 'Send'}
          {!isAnswering && <SendHorizontal aria-hidden />}
        </Button>
      </div>
      {problem && (
        <p id={problemId} role="alert" className="px-1 pt-1.5 text-danger text-sm">
          {problem}
        </p>
      )}
    </form>
  );
}

function findProblem(text: string, isMissing: boolean): string | null {
  const over = text.trim().length - threadMessageMaxLength;
  if (over > 0)
    return `A message has at most ${threadMessageMaxLength} characters (${over} too many)`;
  return isMissing ? 'Please enter a message' : null;
}
