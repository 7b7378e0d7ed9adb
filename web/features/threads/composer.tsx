import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { threadMessageMaxLength } from '#shared/limits.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useDraft } from '#web/lib/drafts.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { creditsLeft } from '#web/session/credits.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useSendMessage } from './api.ts';
import { firstNameOf, personName } from './person.ts';
import { type ReplyWindow, useReplyWindow } from './reply-window.ts';

const plansPath = '/user/subscription';

type Props = { thread: Thread; isAdmin: boolean; onSent: () => void };

/** A place to write, or why there is none. */
export function Composer(props: Props) {
  const window = useReplyWindow(props.thread);
  const closed = describeClosed(props, window);
  if (!closed) return <MessageForm {...props} minutesLeft={window.minutesLeft} />;
  return (
    <p className="shrink-0 text-balance border-t px-4 py-5 text-center text-muted sm:px-6">
      {closed}
    </p>
  );
}

function describeClosed({ thread, isAdmin }: Props, { isClosed }: ReplyWindow): string | null {
  if (!thread.isCurrent)
    return 'This conversation has ended, because its phone number has changed.';
  if (!isAdmin) return null;
  if (isClosed && thread.windowClosesAt && !thread.isOptedOut) {
    const since = formatDateTime(thread.windowClosesAt);
    return `${channelNames[thread.expert.channel]} has taken no texts to ${personName(thread)} since ${since}. You can write again as soon as they do.`;
  }
  if (!thread.isOptedOut) return null;
  const { displayName } = thread.expert;
  return thread.hasLeft
    ? `${personName(thread)} closed the conversation with ${displayName}. It opens again when they write.`
    : `${personName(thread)} opted out of texts from ${displayName}. Only their START lifts that.`;
}

/** Enter sends, Shift+Enter begins a new line. What was written stays until it is sent. */
function MessageForm({
  thread,
  isAdmin,
  onSent,
  minutesLeft,
}: Props & Pick<ReplyWindow, 'minutesLeft'>) {
  const draft = useDraft<string>(`thread ${thread.id}`);
  const [text, setText] = useState(() => draft.read() ?? '');
  const send = useSendMessage(thread.id);
  const form = useRef<HTMLFormElement>(null);
  const noteId = useId();
  const isTooLong = text.length > threadMessageMaxLength;
  const isBlank = text.trim() === '';

  const write = (next: string) => {
    setText(next);
    draft.keep(next);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBlank || isTooLong || send.isPending) return;
    const onSuccess = () => {
      write('');
      onSent();
    };
    send.mutate(text.trim(), { onSuccess });
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter that accepts a suggestion of an input method is not meant for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  const { displayName } = thread.expert;
  const label = isAdmin
    ? `Write to ${firstNameOf(thread)} as ${displayName}`
    : `Write to ${displayName}`;
  return (
    <form ref={form} onSubmit={submit} className="shrink-0 border-t px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-end justify-end gap-x-3 gap-y-1 rounded-xl border bg-surface p-2 pl-3 transition-[border-color] duration-150 focus-within:border-primary focus-within:outline-2 focus-within:outline-primary/40">
        <textarea
          aria-label={label}
          aria-describedby={noteId}
          aria-invalid={isTooLong || undefined}
          placeholder={label}
          rows={1}
          value={text}
          readOnly={send.isPending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-(--control) min-w-40 flex-1 resize-none self-center py-[calc((var(--control)-1.5em)/2)] leading-[1.5] outline-none"
        />
        <div className="flex items-center gap-3">
          <Note id={noteId} text={text} thread={thread} isAdmin={isAdmin} />
          <Button
            type="submit"
            disabled={isBlank || isTooLong || send.isPending}
            title={isBlank ? 'Write something first' : undefined}
          >
            {send.isPending ? 'Sending...' : 'Send'}
            {!isAdmin && !send.isPending && <SendHorizontal aria-hidden />}
          </Button>
        </div>
      </div>
      {isAdmin && minutesLeft !== null && (
        <p role="status" className="px-1 pt-1.5 text-muted text-sm">
          {channelNames[thread.expert.channel]} takes your text for {minutesLeft} more{' '}
          {minutesLeft === 1 ? 'minute' : 'minutes'}.
        </p>
      )}
      {!isAdmin && (
        <p className="px-1 pt-1.5 text-muted text-sm">
          <WhereAnswersAppear thread={thread} />
        </p>
      )}
    </form>
  );
}

function WhereAnswersAppear({ thread: { expert, isOptedOut, hasLeft } }: { thread: Thread }) {
  const { displayName } = expert;
  if (creditsLeft(useCurrentUser()) === 0) {
    return (
      <>
        You have no messages left.{' '}
        <Link href={plansPath} className="text-primary underline underline-offset-2">
          Choose a plan
        </Link>{' '}
        and {displayName} answers your next message.
      </>
    );
  }
  if (!isOptedOut) return `${displayName}’s answer appears here.`;
  return `You ${hasLeft ? 'closed the conversation with' : 'opted out of texts from'} ${displayName}. Answers to what you write here appear here.`;
}

/** From here on a user is told how much room is left. */
const nearLimit = 200;

function Note({ id, text, thread, isAdmin }: { id: string; text: string } & Omit<Props, 'onSent'>) {
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
      {isAdmin && describeRoom(text, thread, left)}
      {!isAdmin && left < nearLimit && `${left} left`}
    </p>
  );
}

function describeRoom(text: string, { expert }: Thread, left: number): string {
  if (expert.channel !== 'SMS') return `${left} left`;
  const { segments, left: segmentLeft } = countSmsSegments(text);
  const room = Math.min(left, segmentLeft);
  return `${room} left · ${segments} segment${segments === 1 ? '' : 's'}`;
}
