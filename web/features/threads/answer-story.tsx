import { useState } from 'react';
import type { Message } from '#shared/api/threads.ts';
import { describeAi } from '#web/components/ai-details.tsx';
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
      {isShown && verdict && <VerdictStory verdict={verdict} failures={failures} />}
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

type Judged = { verdict: NonNullable<Answer['verdict']>; failures: Answer['failures'] };

function VerdictStory({ verdict, failures }: Judged) {
  const { isAllowed, reason, fallbackBecause } = verdict;
  // Why the first did not judge is mostly one of the failed tries, which are told anyway.
  const isTold = failures.some(({ detail }) => detail === fallbackBecause);
  return (
    <>
      <span className="block">
        {isAllowed ? 'Allowed' : 'Rejected'} by the validator: {reason}
      </span>
      <span className="block">
        {fallbackBecause && 'By the fallback provider · '}
        {describeAi(verdict)}
      </span>
      {fallbackBecause && !isTold && <span className="block">{fallbackBecause}</span>}
    </>
  );
}

function summarise({ failures, verdict }: Answer): string {
  const tries = failures.filter(({ kind }) => kind !== 'replayed').length;
  if (tries > 0) return tries === 1 ? '1 failed try' : `${tries} failed tries`;
  return verdict?.isAllowed ? 'Allowed by the validator' : 'Why';
}
