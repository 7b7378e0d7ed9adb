import { useState } from 'react';
import type { Evidence, EvidenceOutcome } from '#shared/api/knowledge.ts';
import { cn } from '#web/lib/cn.ts';
import { describePlace } from '#web/lib/describe-place.ts';
import { MoreButton } from '../more-button.tsx';

const outcomes: Record<EvidenceOutcome, string> = {
  supported: 'Answered from its sources',
  no_answer: 'Not in its sources',
  unverified: 'Not verified',
  talk: 'Small talk',
};

type Given = NonNullable<Evidence['given']>;

/** For the team: what the model was given, and what was wrong with an answer that was not sent. */
export function EvidenceDetails({ evidence, given }: { evidence: Evidence; given: Given }) {
  const [isShown, setIsShown] = useState(false);
  const { outcome, faults = [], refused } = evidence;
  const isFault = outcome === 'unverified';
  return (
    <div className="grid gap-1">
      <p>
        <span className={cn(isFault && 'text-danger')}>{outcomes[outcome]}</span>
        {' · '}
        <MoreButton isShown={isShown} onToggle={() => setIsShown(!isShown)}>
          {isShown ? 'Hide the check' : describeCount(given.length)}
        </MoreButton>
      </p>
      {isShown && (
        <div className="grid gap-2 rounded-control bg-sunken px-3 py-2 text-left">
          <Faults faults={faults} />
          {refused && (
            <div>
              <p>Refused, not sent:</p>
              <p dir="auto" className="whitespace-pre-wrap text-foreground">
                {refused}
              </p>
            </div>
          )}
          <GivenPieces given={given} />
        </div>
      )}
    </div>
  );
}

/** Without a search, all of the expert's sources are given with each question. */
function describeCount(count: number): string {
  if (count === 0) return 'All sources given';
  return count === 1 ? '1 piece given' : `${count} pieces given`;
}

function Faults({ faults }: { faults: string[] }) {
  if (faults.length === 0) return null;
  return (
    <ul aria-label="Faults" className="text-danger">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

function GivenPieces({ given }: { given: Given }) {
  if (given.length === 0) return <p>The model was given all that is live and valid.</p>;
  return (
    <div>
      <p>Given, best first:</p>
      <ul aria-label="Given">
        {given.map((piece) => (
          <li key={piece.rank}>{`${piece.rank}. ${describePlace(piece)}`}</li>
        ))}
      </ul>
    </div>
  );
}
