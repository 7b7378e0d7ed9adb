import { useEffect } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useOlderMessages } from '../known/messages-api.ts';

/** Fetches the next page this many rows early. */
const prefetchRows = 25;

export function EarlierMessages({
  reply,
  around,
  firstIndex,
  height,
}: {
  reply: MessagesReply;
  around: string | null;
  firstIndex: number | undefined;
  height: number;
}) {
  const { nextCursor, thread } = reply;
  const { mutate, isPending, isError } = useOlderMessages(thread.id, around);
  const isNear = firstIndex !== undefined && firstIndex < prefetchRows;

  useEffect(() => {
    if (isNear && nextCursor && !isPending && !isError) mutate(nextCursor);
  }, [isNear, nextCursor, isPending, isError, mutate]);

  return (
    <div className="flex items-center justify-center text-muted text-sm" style={{ height }}>
      {!nextCursor && <p>Start of the conversation</p>}
      {nextCursor && isError && (
        <p role="alert">
          Unable to load earlier messages.{' '}
          <Button variant="link" size="inline" onClick={() => mutate(nextCursor)}>
            Try again
          </Button>
        </p>
      )}
      {nextCursor && !isError && <p>Loading earlier messages...</p>}
    </div>
  );
}
