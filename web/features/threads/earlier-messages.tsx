import { useEffect } from 'react';
import type { MessagesReply } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useOlderMessages } from './api.ts';

/** That near to the oldest message the next ones are fetched, so that the reader seldom waits. */
const aheadRows = 25;

/** Above the oldest message: there is more, it could not be had, or this is where it began. */
export function EarlierMessages({
  reply,
  firstIndex,
  height,
}: {
  reply: MessagesReply;
  /** The uppermost message that is rendered. */
  firstIndex: number | undefined;
  height: number;
}) {
  const { nextCursor, thread } = reply;
  const { mutate, isPending, isError } = useOlderMessages(thread.id);
  const isNear = firstIndex !== undefined && firstIndex < aheadRows;

  useEffect(() => {
    if (isNear && nextCursor && !isPending && !isError) mutate(nextCursor);
  }, [isNear, nextCursor, isPending, isError, mutate]);

  return (
    <div className="flex items-center justify-center text-muted text-sm" style={{ height }}>
      {!nextCursor && <p>Start of the conversation</p>}
      {nextCursor && isError && (
        <p role="alert">
          Earlier messages could not be loaded.{' '}
          <Button variant="link" size="inline" onClick={() => mutate(nextCursor)}>
            Try again
          </Button>
        </p>
      )}
      {nextCursor && !isError && <p>Loading earlier messages...</p>}
    </div>
  );
}
