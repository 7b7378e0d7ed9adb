import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';
import { ThreadView } from '#web/features/threads/conversation/thread-view.tsx';
import { messagesQuery } from '#web/features/threads/known/messages-api.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { noteLastThread } from '#web/links/last-thread.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

export function ThreadPage() {
  const { threadId = '' } = useParams();
  return <Conversation key={threadId} threadId={threadId} />;
}

function Conversation({ threadId }: { threadId: string }) {
  const { data } = useQuery(messagesQuery(threadId));
  usePageTitle(data?.thread.title ?? 'Conversation');
  const { id: userId } = useCurrentUser();
  const name = data?.thread.expert.displayName;
  useEffect(() => {
    if (name) noteLastThread(userId, { id: threadId, name });
  }, [userId, threadId, name]);
  return (
    <div className="mx-auto h-full max-w-3xl sm:border-x">
      {/* Until the title has loaded. */}
      {!data && <h1 className="sr-only">Conversation</h1>}
      <ThreadView
        threadId={threadId}
        leading={
          <Button asChild variant="ghost" size="icon" className="-ml-2">
            <Link href="/user/conversations" aria-label="Back to conversations">
              <ArrowLeft aria-hidden />
            </Link>
          </Button>
        }
      />
    </div>
  );
}
