import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/components/ui/button.tsx';
import { messagesQuery } from '#web/features/threads/api.ts';
import { ThreadView } from '#web/features/threads/thread-view.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';

/** One conversation, as tall as the screen. */
export function ThreadPage({ threadId }: { threadId: string }) {
  const { data } = useQuery(messagesQuery(threadId));
  usePageTitle(data?.thread.title ?? 'Conversation');
  return (
    <div className="mx-auto h-full max-w-3xl sm:border-x">
      {/* The thread's own title is the heading, once it is there. */}
      {!data && <h1 className="sr-only">Conversation</h1>}
      <ThreadView
        threadId={threadId}
        leading={
          <Button asChild variant="ghost" size="icon" className="-ml-2">
            <Link href={paths.userConversations} aria-label="Back to conversations">
              <ArrowLeft aria-hidden />
            </Link>
          </Button>
        }
      />
    </div>
  );
}
