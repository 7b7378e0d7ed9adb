import { useState } from 'react';
import type { Message } from '#shared/api/messages.ts';
import { describeAi } from '#web/components/ai-details.tsx';
import { MoreButton } from '#web/components/more-button.tsx';
import { formatDateTime, formatTime } from '#web/lib/format.ts';

type Answer = NonNullable<Message['answer']>;

export function hasDetails({ verdict, failures }: Answer): boolean {
  return verdict !== null || failures.length > 0;
}

export function AnswerDetails({ answer }: { answer: Answer }) {
  const [isShown, setIsShown] = useState(false);
  const { verdict, failures } = answer;
  return (
    <>
      <MoreButton isShown={isShown} onToggle={() => setIsShown(!isShown)}>
        {isShown ? 'Hide details' : summarize(answer)}
      </MoreButton>
      {isShown && verdict && <VerdictDetails verdict={verdict} failures={failures} />}
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

type VerdictProps = { verdict: NonNullable<Answer['verdict']>; failures: Answer['failures'] };

function VerdictDetails({ verdict, failures }: VerdictProps) {
  const { isAllowed, reason, fallbackBecause } = verdict;
  // Usually the failures below list it, too.
  const isListed = failures.some(({ detail }) => detail === fallbackBecause);
  return (
    <>
      <span className="block">
        {isAllowed ? 'Allowed' : 'Rejected'} by the validator: {reason}
      </span>
      <span className="block">
        {fallbackBecause && 'By the fallback provider · '}
        {describeAi(verdict)}
      </span>
      {fallbackBecause && !isListed && <span className="block">{fallbackBecause}</span>}
    </>
  );
}

const startsAnew = (kind: string) => kind === 'replayed' || kind === 'edited';

function summarize({ failures, verdict }: Answer): string {
  const attempts = failures.filter(({ kind }) => !startsAnew(kind)).length;
  if (attempts > 0) return attempts === 1 ? '1 failed attempt' : `${attempts} failed attempts`;
  return verdict?.isAllowed ? 'Allowed by the validator' : 'Show details';
}
