import { SendHorizontal } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { threadMessageMaxLength } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { composerDraftOf } from '#web/links/composer-draft.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { unlessInCrisis } from '../crisis/end-crisis.ts';
import { describePerson, firstNameOf } from '../known/describe-person.ts';
import { ComposerForm, useDraftText } from './composer-form.tsx';
import { AnswerNote, LengthNote, PauseNote } from './composer-notes.tsx';
import type { EditedText } from './edit-draft.ts';
import { namesFor } from './fill-canned.ts';
import { type ReplyWindow, useReplyWindow } from './reply-window.ts';
import { isSendAndResolve, SendAndResolve } from './send-and-resolve.tsx';
import { useCannedReplies } from './use-canned-replies.tsx';
import { useOutbox } from './use-outbox.ts';
import { useTypedText } from './use-typed-text.ts';

/** A text for the field, taken over once. */
export type EditedDraft = { edited: EditedText | null; onEdited: () => void };
type Props = {
  thread: Thread;
  isForStaff: boolean;
  onSent: () => void;
  onText?: (text: string) => void;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
} & Partial<EditedDraft>;

export function Composer(props: Props) {
  const window = useReplyWindow(props.thread);
  const obstacle = describeObstacle(props, window);
  if (!obstacle) return <MessageForm {...props} minutesLeft={window.minutesLeft} />;
  return (
    <p className="shrink-0 text-balance border-t px-4 py-5 text-center text-muted sm:px-6">
      {obstacle}
    </p>
  );
}

function describeObstacle({ thread, isForStaff }: Props, { isClosed }: ReplyWindow): string | null {
  if (!thread.isCurrent)
    return 'This conversation has ended, because its phone number has changed.';
  if (!isForStaff) return null;
  if (!thread.canBeTexted) {
    return "This sender can't be answered: it is no person's phone, or of a country that we don't text.";
  }
  if (isClosed && thread.windowClosesAt && !thread.isOptedOut) {
    const since = formatDateTime(thread.windowClosesAt);
    return `${channelNames[thread.expert.channel]} has accepted no texts to ${describePerson(thread)} since ${since}. You can write again once they do.`;
  }
  if (!thread.isOptedOut) return null;
  const { displayName } = thread.expert;
  return thread.hasClosed
    ? `${describePerson(thread)} closed the conversation with ${displayName}. It reopens when they write.`
    : `${describePerson(thread)} opted out of texts from ${displayName}. Only they can opt back in, by texting START.`;
}

function MessageForm({
  thread,
  isForStaff,
  onSent,
  onText,
  edited = null,
  onEdited,
  fieldRef,
  minutesLeft,
}: Props & Pick<ReplyWindow, 'minutesLeft'>) {
  const { text, ...draft } = useDraftText(composerDraftOf(thread.id));
  const typed = useTypedText(thread, { text, show: draft.write, isEnabled: isForStaff });
  const write = (next: string) => {
    draft.write(next);
    typed.note(next);
    onText?.(next);
  };
  const outbox = useOutbox(thread.id);
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (edited === null) return;
    // Keeps what was typed already.
    const parts = edited.isFirst ? [edited.text, text.trim()] : [text.trim(), edited.text];
    write(parts.filter(Boolean).join('\n'));
    field.current?.focus();
    onEdited?.();
  }, [edited]);
  const canned = useCannedReplies({
    isEnabled: isForStaff,
    text,
    write,
    countsSegments: thread.expert.channel === 'SMS',
    names: namesFor(thread, useCurrentUser()),
  });
  const noteId = useId();
  const pauseId = useId();
  const isTooLong = text.length > threadMessageMaxLength;
  const isBlank = text.trim() === '';

  const submit = (also?: { resolves: boolean }) => {
    outbox.add(text.trim(), also);
    draft.clear();
    typed.note('');
    onText?.('');
    onSent();
  };
  const canResolve = isForStaff && !thread.isResolved;
  const sendAndResolve = () => {
    if (canResolve && !isBlank && !isTooLong) {
      unlessInCrisis(thread, 'resolve', () => submit({ resolves: true }));
    }
  };

  const { displayName } = thread.expert;
  return (
    <>
      {canned.dialog}
      <ComposerForm
        label={
          isForStaff
            ? `Write to ${firstNameOf(thread)} as ${displayName}`
            : `Write to ${displayName}`
        }
        noteId={isForStaff ? `${noteId} ${pauseId}` : noteId}
        text={text}
        write={write}
        isTooLong={isTooLong}
        onSubmit={() => submit()}
        fieldRef={field}
        list={canned.list}
        fieldProps={canned.fieldProps}
        onKeyDown={(event) => {
          canned.onKeyDown(event);
          if (!canResolve || event.defaultPrevented || !isSendAndResolve(event)) return;
          event.preventDefault();
          if (!event.repeat) sendAndResolve();
        }}
        below={
          <>
            {isForStaff && <PauseNote id={pauseId} thread={thread} />}
            {isForStaff && minutesLeft !== null && (
              <p role="status" className="px-1 pt-1.5 text-muted text-sm">
                {channelNames[thread.expert.channel]} accepts your texts for {minutesLeft} more{' '}
                {minutesLeft === 1 ? 'minute' : 'minutes'}.
              </p>
            )}
            {!isForStaff && (
              <p className="px-1 pt-1.5 text-muted text-sm">
                <AnswerNote thread={thread} />
              </p>
            )}
          </>
        }
      >
        <LengthNote id={noteId} text={text} thread={thread} isForStaff={isForStaff} />
        {canResolve && (
          <SendAndResolve isDisabled={isBlank || isTooLong} onClick={sendAndResolve} />
        )}
        <Button
          type="submit"
          disabled={isBlank || isTooLong}
          title={isBlank ? 'Write a message first' : undefined}
        >
          Send
          {!isForStaff && <SendHorizontal aria-hidden />}
        </Button>
      </ComposerForm>
    </>
  );
}
