import { useQuery } from '@tanstack/react-query';
import type { TestConversation, TestMessage } from '#shared/api/ai-testing.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import { testConversationsQuery } from './api.ts';

const shownMessages = 6;

type Props = {
  expertId: string;
  expertName: string;
  openId: string | null;
  onOpen: (conversation: TestConversation) => void;
};

export function ConversationHistory({ expertId, expertName, openId, onOpen }: Props) {
  const { data, error, isFetching, refetch } = useQuery(testConversationsQuery(expertId));
  if (data?.conversations.length === 0) {
    return <p className="text-muted">Your tests with {expertName} appear here.</p>;
  }
  if (data) {
    return (
      <ul className="-mx-3 grid grid-cols-1 gap-1">
        {data.conversations.map((conversation) => (
          <HistoryItem
            key={conversation.id}
            conversation={conversation}
            expertName={expertName}
            isOpen={conversation.id === openId}
            onOpen={() => onOpen(conversation)}
          />
        ))}
      </ul>
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        className="py-4"
        title="Failed to fetch conversations"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading test conversations</span>
      {['one', 'two'].map((item) => (
        <div key={item} className="grid gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      ))}
    </div>
  );
}

function HistoryItem({
  conversation: { title, messageCount, lastMessageAt, messages },
  expertName,
  isOpen,
  onOpen,
}: {
  conversation: TestConversation;
  expertName: string;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const earlier = messageCount - shownMessages;
  return (
    <li
      className={cn(
        'relative grid grid-cols-1 gap-1 rounded-control px-3 py-2.5 transition-colors duration-150',
        isOpen ? 'bg-primary-soft' : 'hover:bg-sunken',
      )}
    >
      <div className="flex items-baseline justify-between gap-3">
        {/* The button's ::after makes the whole item clickable. */}
        <button
          type="button"
          aria-current={isOpen ? 'true' : undefined}
          onClick={onOpen}
          className="min-w-0 truncate text-left font-semibold after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
        >
          {title}
        </button>
        <RelativeTime timestamp={lastMessageAt} className="shrink-0 text-muted text-sm" />
      </div>
      {earlier > 0 && (
        <p className="text-muted text-sm">
          {earlier} earlier message{earlier === 1 ? '' : 's'}
        </p>
      )}
      <ol className="grid grid-cols-1 gap-0.5 text-sm">
        {messages.slice(-shownMessages).map((message) => (
          <HistoryLine key={message.id} message={message} expertName={expertName} />
        ))}
      </ol>
    </li>
  );
}

function HistoryLine({ message, expertName }: { message: TestMessage; expertName: string }) {
  const isQuestion = message.role === 'user';
  return (
    <li className={cn('truncate', isQuestion ? 'text-foreground' : 'text-muted')}>
      {isQuestion ? 'You' : expertName}: {message.body}
    </li>
  );
}
