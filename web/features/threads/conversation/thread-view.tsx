import { type ReactNode, useState } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { isStaff } from '#shared/roles.ts';
import { AskFirstDialog } from '#web/components/ask-first-dialog.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { useAnnounced } from '#web/lib/announce.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { useIsConnectionLost } from '#web/lib/live-connection.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { Composer } from '../composer/composer.tsx';
import { EditDraftContext, type EditedText } from '../composer/edit-draft.ts';
import { RiskNote } from '../crisis/risk-note.tsx';
import { FailureNote } from '../failures/failure-note.tsx';
import { firstNameOf } from '../known/describe-person.ts';
import { MessageList } from './message-list.tsx';
import { StaffComposer } from './staff-composer.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useMessages } from './use-messages.ts';

type Props = {
  threadId: string;
  /** The message to land on; by default the newest. */
  messageId?: string | null;
  onShowNewest?: () => void;
  /** Just opened, to write. */
  isOpened?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
};

export function ThreadView({ threadId, messageId = null, ...props }: Props) {
  const { data, error, isFetching, refetch, around } = useMessages(threadId, messageId);
  const { leading } = props;
  const isMissing = [400, 404].includes(statusOf(error) ?? 0);
  // It may have been deleted while open.
  if (data && !isMissing) {
    return (
      <LoadedThread key={threadId} reply={data} messageId={messageId} around={around} {...props} />
    );
  }
  if (!error || isFetching) return <ThreadSkeleton leading={leading} />;
  return (
    <div className="flex h-full flex-col">
      {leading && <div className="flex min-h-16 items-center px-4 sm:px-6">{leading}</div>}
      <ErrorState
        className="px-4"
        title={isMissing ? 'Conversation not found' : 'Unable to load this conversation'}
        description={
          isMissing
            ? 'It does not exist, or it belongs to someone else.'
            : describeError(error, 'An error occurred while loading messages. Please try again.')
        }
        onRetry={isMissing ? undefined : () => refetch()}
      />
    </div>
  );
}

function ConnectionNote() {
  const note = 'No connection. New messages will appear once it is back.';
  const isLost = useIsConnectionLost();
  useAnnounced(isLost ? note : '');
  if (!isLost) return null;
  return (
    <p className="shrink-0 border-t bg-sunken px-4 py-1.5 text-center text-muted text-sm">{note}</p>
  );
}

function LoadedThread({
  reply,
  messageId,
  around,
  onShowNewest = () => {},
  isOpened = false,
  leading,
  trailing,
}: {
  reply: MessagesReply;
  messageId: string | null;
  around: string | null;
} & Omit<Props, 'threadId' | 'messageId'>) {
  const isForStaff = isStaff(useCurrentUser());
  // Each sent message scrolls the list to its end.
  const [sentCount, setSentCount] = useState(0);
  /** For the composer to take over. */
  const [edited, setEdited] = useState<EditedText | null>(null);
  const { thread } = reply;
  const noteSent = () => {
    setSentCount((count) => count + 1);
    if (around !== null) onShowNewest();
  };
  return (
    <section
      aria-label={`Conversation: ${thread.title}`}
      className="flex h-full min-h-0 min-w-0 flex-col overflow-y-auto short:overflow-visible"
    >
      <ThreadHeader thread={thread} isForStaff={isForStaff} leading={leading} trailing={trailing} />
      <EditDraftContext value={setEdited}>
        <MessageList
          key={messageId}
          reply={reply}
          isForStaff={isForStaff}
          sentCount={sentCount}
          messageId={messageId}
          around={around}
          onShowNewest={onShowNewest}
        />
      </EditDraftContext>
      <ConnectionNote />
      <RiskNote thread={thread} />
      {isForStaff && <AskFirstDialog />}
      {isForStaff && thread.hasFailed && <FailureNote thread={thread} />}
      {thread.humanWantedAt && thread.handler === 'ai' && (
        <p className="shrink-0 border-t bg-primary-soft px-4 py-1.5 text-primary-soft-foreground text-sm sm:px-6">
          <bdi>{firstNameOf(thread)}</bdi> asked for a person ·{' '}
          <RelativeTime timestamp={thread.humanWantedAt} />
        </p>
      )}
      {isForStaff ? (
        <StaffComposer
          reply={reply}
          isOpened={isOpened}
          onSent={noteSent}
          edited={edited}
          onEdited={() => setEdited(null)}
        />
      ) : (
        <Composer
          thread={thread}
          isForStaff={false}
          onSent={noteSent}
          edited={edited}
          onEdited={() => setEdited(null)}
        />
      )}
    </section>
  );
}
