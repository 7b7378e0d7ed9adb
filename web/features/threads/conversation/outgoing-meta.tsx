import { useContext } from 'react';
import { linkStyle } from '#web/components/more-button.tsx';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { EditDraftContext } from '../composer/edit-draft.ts';
import type { OutgoingText } from '../composer/outbox.ts';
import { useOutbox } from '../composer/use-outbox.ts';

/** As high as the line of a stored message, which takes its place. */
export function OutgoingMeta({
  text: { id, writtenAt, failure, resolves },
  threadId,
}: {
  text: OutgoingText;
  threadId: string;
}) {
  const { retry, takeBack } = useOutbox(threadId);
  const edit = useContext(EditDraftContext);
  const takeToField = () => {
    const text = takeBack(id);
    if (text !== null) edit({ text, isFirst: true });
  };
  return (
    <p
      data-uncovered
      className="max-w-[min(36rem,85%)] px-1.5 pt-1 text-right text-muted text-sm leading-5 wrap-anywhere"
    >
      <time dateTime={writtenAt} title={formatDateTime(writtenAt)}>
        {formatTime(writtenAt)}
      </time>
      {' · '}
      {failure === null ? (
        `Sending${resolves ? ' and resolving' : ''}…`
      ) : (
        <>
          <span className="text-danger">
            {resolves ? 'Not sent, not resolved' : 'Not sent'}: {failure}
          </span>
          {' · '}
          <button type="button" className={linkStyle} onClick={() => retry(id)}>
            Try again
          </button>
          {' · '}
          <button type="button" className={linkStyle} onClick={takeToField}>
            Edit
          </button>
        </>
      )}
    </p>
  );
}
