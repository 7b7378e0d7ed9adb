import { useEffect } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useNewerMessages } from '../known/messages-api.ts';

/** Fetches the next page this many rows early. */
const prefetchRows = 25;

export function LaterMessages({
  reply,
  around,
  rowsBelow,
  height,
}: {
  reply: MessagesReply;
  around: string | null;
  rowsBelow: number | undefined;
  height: number;
}) {
  const { newerCursor, thread } = reply;
  const { mutate, isPending, isError } = useNewerMessages(thread.id, around);
  const isNear = rowsBelow !== undefined && rowsBelow < prefetchRows;

  useEffect(() => {
    if (isNear && newerCursor && !isPending && !isError) mutate(newerCursor);
  }, [isNear, newerCursor, isPending, isError, mutate]);

  if (!newerCursor) return null;
  return (
    <div
      className="absolute inset-x-0 bottom-0 flex items-center justify-center text-muted text-sm"
      style={{ height }}
    >
      {isError ? (
        <p role="alert">
          Unable to load later messages.{' '}
          <Button variant="link" size="inline" onClick={() => mutate(newerCursor)}>
            Try again
          </Button>
        </p>
      ) : (
        <p>Loading later messages...</p>
      )}
    </div>
  );
}
