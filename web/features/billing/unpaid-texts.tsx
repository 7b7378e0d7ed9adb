import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { UnpaidThread } from '#shared/api/unpaid.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { readLastThread } from '#web/links/last-thread.ts';
import { countCreditsLeft } from '#web/session/credits.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { unpaidThreadsQuery, useAnswerUnpaid } from './api.ts';

/** Offers answers to texts that were refused before paying. */
export function UnpaidTexts() {
  const { data, error, isFetching, refetch } = useQuery(unpaidThreadsQuery);
  const { id: userId } = useCurrentUser();
  const [last] = useState(() => readLastThread(userId));
  const unpaid = data?.threads ?? [];
  const isLastUnpaid = unpaid.some(({ threadId }) => threadId === last?.id);
  return (
    <div className="grid w-full grid-cols-1 gap-3 empty:hidden">
      {unpaid
        .toSorted(
          (one, other) => Number(other.threadId === last?.id) - Number(one.threadId === last?.id),
        )
        .map((thread) => (
          <Offer key={thread.threadId} thread={thread} />
        ))}
      {error && !isFetching && (
        <p role="alert" className="text-muted text-sm">
          Unable to look for unanswered messages: {describeError(error)}{' '}
          <Button variant="link" size="inline" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {last && !isLastUnpaid && (
        <Button asChild variant="outline" size="large" className="justify-self-center">
          <Link href={`/threads/${last.id}`}>
            <ArrowLeft aria-hidden />
            <span className="min-w-0 truncate">Back to {last.name}</span>
          </Link>
        </Button>
      )}
    </div>
  );
}

function Offer({ thread: { threadId, displayName, imageUrl, texts } }: { thread: UnpaidThread }) {
  const [, navigate] = useLocation();
  const path = `/threads/${threadId}`;
  const answer = useAnswerUnpaid(threadId, () => navigate(path));
  const last = texts === 1 ? 'last message' : `last ${texts} messages`;
  const costId = useId();
  const left = countCreditsLeft(useCurrentUser());
  return (
    <section
      aria-label={`Conversation with ${displayName}`}
      className="grid grid-cols-1 gap-3 rounded-card border bg-surface p-4 text-left"
    >
      <div className="flex items-center gap-3">
        <Avatar name={displayName} imageUrl={imageUrl} className="size-11" />
        <p className="min-w-0 font-semibold wrap-anywhere">
          {displayName} can answer your {last} now.
        </p>
      </div>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button
          size="large"
          disabled={answer.isPending}
          aria-describedby={left === null ? undefined : costId}
          onClick={() => answer.mutate()}
        >
          {answer.isPending ? 'Asking...' : `Answer my ${last}`}
        </Button>
        <Button asChild variant="outline" size="large">
          <Link href={path}>
            <span className="min-w-0 truncate">Back to {displayName}</span>
          </Link>
        </Button>
      </div>
      {left !== null && (
        <p id={costId} className="text-muted text-sm">
          Uses {texts} of your {left} {left === 1 ? 'message' : 'messages'}.
        </p>
      )}
    </section>
  );
}
