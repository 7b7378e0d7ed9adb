import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { ShowMore } from '#web/components/show-more.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { threadsQuery } from '#web/features/threads/known/threads-api.ts';
import { ThreadCard, ThreadCardSkeleton } from '#web/features/threads/list/thread-card.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';

const listStyle = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

export function UserConversationsPage() {
  usePageTitle('Conversations');
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-4 px-4 py-6 sm:py-10">
      <h1 className="font-display font-semibold text-3xl wrap-anywhere">Conversations</h1>
      <Threads />
    </div>
  );
}

function Threads() {
  const { data: threads, error, isFetching, refetch, ...pages } = useInfiniteQuery(threadsQuery());
  if (threads?.length === 0) return <NoThreads />;
  if (threads) {
    return (
      <>
        <ul className={listStyle}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} />
            </li>
          ))}
        </ul>
        <ShowMore
          pages={pages}
          label="Show older conversations"
          failure="Unable to load older conversations."
        />
      </>
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load conversations"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading conversations</span>
      <div className={listStyle}>
        {['one', 'two', 'three', 'four'].map((card) => (
          <ThreadCardSkeleton key={card} />
        ))}
      </div>
    </div>
  );
}

function NoThreads() {
  return (
    <EmptyState
      icon={MessageCircle}
      title="No conversations yet"
      description="Connect to an expert and text from your phone. Your conversation appears here."
      action={
        <Button asChild>
          <Link href="/user/experts">Find your expert</Link>
        </Button>
      }
    />
  );
}
