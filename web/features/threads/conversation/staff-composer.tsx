import { Check, Lock } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MessagesReply } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { isTypingField } from '#web/keys/shortcuts.ts';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { Composer, type EditedDraft } from '../composer/composer.tsx';
import { unlessInCrisis } from '../crisis/end-crisis.ts';
import { LabelChooser } from '../labels/label-field.tsx';
import { NoteForm } from '../notes/note-form.tsx';
import { PresenceNote } from '../presence/presence-note.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { HandlerBar, useIsSettled } from '../takeover/handler-bar.tsx';
import { useResolve } from '../takeover/takeover-api.ts';
import { useThreadKeys } from '../takeover/use-thread-keys.ts';

export function StaffComposer({
  reply: { thread },
  isOpened,
  onSent,
  edited,
  onEdited,
}: { reply: MessagesReply; isOpened: boolean; onSent: () => void } & EditedDraft) {
  const [isNoting, setIsNoting] = useState(false);
  const { present, noteText } = usePresence(thread.id);
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => {
    if (isOpened) focusToWrite(field.current);
  }, []);
  if (isNoting && edited !== null) setIsNoting(false);
  const [isLabelling, setIsLabelling] = useState(false);
  const reply = () => {
    // The field does not exist while a note is being written.
    flushSync(() => setIsNoting(false));
    field.current?.focus();
  };
  useThreadKeys(thread, { reply, label: () => setIsLabelling(true) });
  return (
    <>
      <HandlerBar thread={thread} colleagues={<PresenceNote present={present} />}>
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
        <Composer
          thread={thread}
          isForStaff
          fieldRef={field}
          onText={noteText}
          {...{ onSent, edited, onEdited }}
        />
      )}
      {isLabelling && (
        <Suspense>
          <LabelChooser threads={[thread]} onClose={() => setIsLabelling(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Not on a phone, whose keyboard would cover the messages, nor away from a field in use. */
function focusToWrite(field: HTMLElement | null): void {
  const isDesk = window.matchMedia('(min-width: 64rem)').matches;
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  if (isDesk && !isTouch && !isTypingField(document.activeElement)) {
    field?.focus({ preventScroll: true });
  }
}

/** Done until the person's next text, which the AI answers. */
function ResolveButton({ thread }: { thread: Thread }) {
  const resolve = useResolve(thread);
  const isSettled = useIsSettled(thread);
  return (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts={useSingleKeys().isOn ? 'e' : undefined}
      disabled={resolve.isPending || !isSettled}
      onClick={() =>
        unlessInCrisis(thread, 'resolve', () => resolve.mutate({ isResolved: !thread.isResolved }))
      }
    >
      <Check aria-hidden />
      {thread.isResolved ? 'Reopen' : 'Resolve'}
    </Button>
  );
}
