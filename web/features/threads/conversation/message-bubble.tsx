import { memo } from 'react';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { EvidenceView } from '#web/components/evidence/evidence-view.tsx';
import { isEmojiOnly, MessageBody } from '#web/components/message-body.tsx';
import { Sources } from '#web/components/sources.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatTime } from '#web/lib/format.ts';
import { hrefOfSource as hrefOf } from '#web/links/expert-link.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { describePerson } from '../known/describe-person.ts';
import { describeAbsence, describeLength } from './message-labels.ts';
import { MessageMeta } from './message-meta.tsx';
import type { MessageRow } from './message-rows.ts';
import { OutgoingMeta } from './outgoing-meta.tsx';
import { Pictures } from './pictures.tsx';
import { QuotedMessage } from './quoted-message.tsx';
import { ReplyDraft } from './reply-draft.tsx';

/** Staff read as the expert. */
export function isOurs({ direction }: Message, isForStaff: boolean): boolean {
  return (direction === 'outbound') === isForStaff;
}

export function writerOf(message: Message, thread: Thread, isForStaff: boolean): string {
  if (message.direction === 'outbound') return thread.expert.displayName;
  return isForStaff ? describePerson(thread) : 'You';
}

type Props = { row: MessageRow; thread: Thread; isForStaff: boolean };

/** Must be whole pixels high: the list adds up row heights, and browsers round each offset. */
export const MessageBubble = memo(function MessageBubble({ row, thread, isForStaff }: Props) {
  const { message, day, isGroupStart, isGroupEnd, outgoing } = row;
  const ours = isOurs(message, isForStaff);
  const hasAvatar = !ours && !isForStaff;
  const writer = writerOf(message, thread, isForStaff);
  // Agents can't open experts.
  const hrefOfSource = useIsAdmin()
    ? (quote: { sourceId: string; words: string }) =>
        hrefOf(thread.expert.id, quote.sourceId, quote.words)
    : null;
  const length = describeLength(message);
  const hasChanged = message.editedAt !== null || message.revokedAt !== null;
  const absence = describeAbsence(message);
  const isEmpty = message.body.trim() === '' && message.attachments.length === 0;
  const hasBubble = absence !== null || isEmpty || message.body.trim() !== '';
  return (
    <>
      {day && <p className="pt-5 pb-1 text-center text-muted text-sm leading-5">{day}</p>}
      <div className={cn('flex items-end gap-2', isGroupStart ? 'pt-3' : 'pt-1')}>
        {hasAvatar && (
          <span className="w-7 shrink-0">
            {isGroupEnd && (
              <Avatar
                name={thread.expert.displayName}
                imageUrl={thread.expert.imageUrl}
                className="size-7"
              />
            )}
          </span>
        )}
        <div className={cn('flex min-w-0 flex-1 flex-col', ours ? 'items-end' : 'items-start')}>
          <QuotedMessage message={message} />
          <Pictures
            attachments={message.attachments}
            threadId={thread.id}
            from={isForStaff ? writer : 'you'}
          />
          {hasBubble && (
            <div
              aria-busy={outgoing?.failure === null || undefined}
              data-uncovered={outgoing && ''}
              className={cn('max-w-[min(36rem,85%)]', getBubbleStyle(message, ours))}
            >
              <span className="sr-only">
                {writer}, {formatTime(message.createdAt)}:{' '}
              </span>
              {absence !== null || isEmpty ? (
                <em>{absence ?? 'Empty message'}</em>
              ) : (
                <MessageBody body={message.body} />
              )}
            </div>
          )}
          {message.reaction && (
            <p
              className={cn(
                'relative -mt-1.5 rounded-full border bg-surface px-1.5 text-sm leading-5',
                ours ? 'mr-2' : 'ml-2',
              )}
            >
              <span className="sr-only">{isForStaff ? 'Their' : 'Your'} reaction: </span>
              {message.reaction}
            </p>
          )}
          {length && <p className="mt-1 px-1.5 text-muted text-sm leading-5">{length}</p>}
        </div>
      </div>
      <div className={cn('flex flex-col', ours ? 'items-end' : 'items-start', hasAvatar && 'pl-9')}>
        <Sources
          sources={message.sources}
          className={cn('max-w-[min(36rem,85%)]', ours && 'text-right')}
        />
        <EvidenceView
          evidence={message.evidence}
          hrefOfSource={hrefOfSource}
          isAtEnd={ours}
          className="max-w-[min(36rem,85%)]"
        />
        {message.answer?.draft && <ReplyDraft message={message} thread={thread} />}
        {isGroupEnd && outgoing && <OutgoingMeta text={outgoing} threadId={thread.id} />}
        {(isGroupEnd || hasChanged) && !outgoing && (
          <MessageMeta row={row} thread={thread} isForStaff={isForStaff} isOurs={ours} />
        )}
      </div>
    </>
  );
});

function getBubbleStyle(message: Message, ours: boolean): string {
  if (message.origin !== 'system' && isEmojiOnly(message.body)) return 'py-0.5';
  const corner = ours ? 'rounded-br-speaker' : 'rounded-bl-speaker';
  const shape = `rounded-bubble px-3.5 py-2 forced-colors:border ${corner}`;
  // System texts are not the expert's, so they look quieter.
  const isQuiet = message.origin === 'system' || message.content === 'notice';
  if (isQuiet || message.revokedAt || message.expiredAt)
    return `${shape} border border-dashed text-muted text-sm leading-5`;
  return ours
    ? `${shape} bg-bubble-ours text-bubble-ours-foreground inset-ring inset-ring-bubble-ours-line selection:bg-white/30`
    : `${shape} bg-bubble-theirs text-bubble-theirs-foreground`;
}
