import { Check, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MessagesReply } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useSingleKeys } from '#web/lib/single-keys.ts';
import { Composer, type EditedDraft } from './composer.tsx';
import { useResolve } from './desk-api.ts';
import { HandlerBar } from './handler-bar.tsx';
import { NoteForm } from './note-form.tsx';
import { useThreadKeys } from './use-thread-keys.ts';

/** Who answers, and below it where staff write: to the person, or a note to each other. */
export function StaffComposer({
  reply,
  onSent,
  edited,
  onEdited,
}: { reply: MessagesReply; onSent: () => void } & EditedDraft) {
  const { thread, messages } = reply;
  const [isNoting, setIsNoting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  if (isNoting && edited !== null) setIsNoting(false);
  useThreadKeys(thread, () => {
    // The field is not there while a note is written.
    flushSync(() => setIsNoting(false));
    field.current?.focus();
  });
  return (
    <>
      <HandlerBar thread={thread} messages={messages}>
        <ResolveButton thread={thread} />
        <Button
          variant={isNoting ? 'secondary' : 'ghost'}
          size="small"
          aria-pressed={isNoting}
          onClick={() => setIsNoting(!isNoting)}
        >
          <Lock aria-hidden />
          Note
        </Button>
      </HandlerBar>
      {isNoting ? (
        <NoteForm thread={thread} onAdded={onSent} onClose={() => setIsNoting(false)} />
      ) : (
        <Composer thread={thread} isAdmin fieldRef={field} {...{ onSent, edited, onEdited }} />
      )}
    </>
  );
}

/** Done with; the person's next text opens it again. Who answers stays as it is. */
function ResolveButton({ thread }: { thread: Thread }) {
  const resolve = useResolve(thread);
  return (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts={useSingleKeys().isOn ? 'e' : undefined}
      disabled={resolve.isPending}
      onClick={() => resolve.mutate(!thread.isResolved)}
    >
      <Check aria-hidden />
      {thread.isResolved ? 'Reopen' : 'Resolve'}
    </Button>
  );
}
