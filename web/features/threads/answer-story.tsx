import { useState } from 'react';
import type { Message } from '#shared/api/threads.ts';
import { MoreButton } from '#web/components/more-button.tsx';
import { formatDateTime, formatTime } from '#web/lib/format.ts';

type Answer = NonNullable<Message['answer']>;

/** On the way to an answer something else happened than being asked: a verdict, a failed try. */
export function hasStory({ verdict, failures }: Answer): boolean {
  return verdict !== null || failures.length > 0;
}

/** What the validator said and which tries failed, on demand, for admins. */
export function AnswerStory({ answer }: { answer: Answer }) {
  const [isShown, setIsShown] = useState(false);
  const { verdict, failures } = answer;
  return (
    <>
      <MoreButton isShown={isShown} onToggle={() => setIsShown(!isShown)}>
        {isShown ? 'Hide the story' : summarise(answer)}
      </MoreButton>
      {isShown && verdict && (
        <span className="block">
          {verdict.isAllowed ? 'Allowed' : 'Rejected'} by the validator: {verdict.reason}
        </span>
      )}
      {isShown &&
        failures.map(({ at, detail }) => (
          <span key={at + detail} className="block">
            <time dateTime={at} title={formatDateTime(at)}>
              {formatTime(at)}
            </time>
            {`: ${detail}`}
          </span>
        ))}
    </>
  );
}

function summarise({ failures, verdict }: Answer): string {
  if (failures.length === 1) return '1 failed try';
  if (failures.length > 1) return `${failures.length} failed tries`;
  return verdict?.isAllowed ? 'Allowed by the validator' : 'Why';
}
