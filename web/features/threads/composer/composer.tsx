import { SendHorizontal } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { threadMessageMaxLength } from '#shared/limits.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { composerDraftOf } from '#web/links/composer-draft.ts';
import { countCreditsLeft } from '#web/session/credits.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { describePerson, firstNameOf } from '../known/describe-person.ts';
import { ComposerForm, useDraftText } from './composer-form.tsx';
import { describeSegments } from './describe-segments.ts';
import { type ReplyWindow, useReplyWindow } from './reply-window.ts';
import { useCannedReplies } from './use-canned-replies.tsx';
import { useSendMessage } from './use-send-message.ts';

const plansPath = '/user/subscription';

/** A text for the field, taken over once. */
export type EditedDraft = { edited: string | null; onEdited: () => void };
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
  const write = (next: string) => {
    draft.write(next);
    onText?.(next);
  };
  const send = useSendMessage(thread.id);
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (edited === null) return;
    // Keeps what was typed already.
    write([text.trim(), edited].filter(Boolean).join('\n'));
    field.current?.focus();
    onEdited?.();
  }, [edited]);
  const canned = useCannedReplies({
    isEnabled: isForStaff,
    text,
    write,
    countsSegments: thread.expert.channel === 'SMS',
  });
  const noteId = useId();
  const isTooLong = text.length > threadMessageMaxLength;
  const isBlank = text.trim() === '';

  const submit = () => {
    const onSuccess = () => {
      onText?.('');
      onSent();
    };
    send.mutate(text.trim(), { onSuccess });
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
        noteId={noteId}
        text={text}
        write={write}
        isTooLong={isTooLong}
        isBusy={send.isPending}
        onSubmit={submit}
        fieldRef={field}
        list={canned.list}
        fieldProps={canned.fieldProps}
        onKeyDown={canned.onKeyDown}
        below={
          <>
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
        <Note id={noteId} text={text} thread={thread} isForStaff={isForStaff} />
        <Button
          type="submit"
          disabled={isBlank || isTooLong || send.isPending}
          title={isBlank ? 'Write a message first' : undefined}
        >
          {send.isPending ? 'Sending...' : 'Send'}
          {!isForStaff && !send.isPending && <SendHorizontal aria-hidden />}
        </Button>
      </ComposerForm>
    </>
  );
}

/** The text ends the wait, as it does on the phone. */
function PersonNote({ thread: { id, expert, canEndWait } }: { thread: Thread }) {
  const send = useSendMessage(id);
  if (!canEndWait) return 'A person from the team answers here, and sees what you write.';
  return (
    <>
      A person from the team answers here. They see what you write, and you wait for them.{' '}
      <button
        type="button"
        className={linkStyle}
        aria-disabled={send.isPending}
        onClick={() => send.mutate(`Back to ${expert.displayName}`)}
      >
        Back to {expert.displayName}
      </button>
    </>
  );
}

function AnswerNote({ thread }: { thread: Thread }) {
  const { expert, isOptedOut, hasClosed, handler } = thread;
  const { displayName } = expert;
  const isSpent = countCreditsLeft(useCurrentUser()) === 0;
  if (handler === 'human') return <PersonNote thread={thread} />;
  if (isSpent) {
    return (
      <>
        You have no messages left.{' '}
        <Link href={plansPath} className="text-primary underline underline-offset-2">
          Choose a plan
        </Link>{' '}
        and {displayName} will answer your next message.
      </>
    );
  }
  if (!isOptedOut) return `${displayName}'s answer appears here.`;
  return `You ${hasClosed ? 'closed the conversation with' : 'opted out of texts from'} ${displayName}. Messages you write here are still answered here.`;
}

/** From here on users see how many characters are left. */
const nearLimit = 200;

function Note({
  id,
  text,
  thread,
  isForStaff,
}: { id: string; text: string } & Omit<Props, 'onSent'>) {
  const left = threadMessageMaxLength - text.length;
  if (left < 0) {
    return (
      <p id={id} role="alert" className="text-danger text-sm">
        A message has at most {threadMessageMaxLength} characters ({-left} too many)
      </p>
    );
  }
  return (
    <p id={id} className="text-muted text-sm">
      {isForStaff && describeLength(text, thread, left)}
      {!isForStaff && left < nearLimit && `${left} left`}
    </p>
  );
}

function describeLength(text: string, { expert }: Thread, left: number): string {
  if (expert.channel !== 'SMS') return `${left} left`;
  const { segments, left: segmentLeft } = countSmsSegments(text);
  const charactersLeft = Math.min(left, segmentLeft);
  return `${charactersLeft} left · ${describeSegments(segments)}`;
}
