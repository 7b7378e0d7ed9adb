import { useState } from 'react';
import type { KnowledgeSearchReply } from '#shared/api/knowledge.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { describePlace } from '#web/lib/describe-place.ts';
import { formatExact } from '#web/lib/figures.ts';
import { countOf } from '../describe-source.ts';

const shownAtFirst = 8;

export function FoundPieces({ reply }: { reply: KnowledgeSearchReply }) {
  const [isWhole, setIsWhole] = useState(false);
  const { pieces } = reply;
  const shown = isWhole ? pieces : pieces.slice(0, shownAtFirst);
  return (
    <>
      <p role="status">{describeResult(reply)}</p>
      {pieces.length > 0 && (
        <ol
          aria-label="Pieces"
          className="grid grid-cols-1 divide-y rounded-card border bg-surface"
        >
          {shown.map((piece) => (
            <FoundPiece key={piece.number} piece={piece} />
          ))}
        </ol>
      )}
      {shown.length < pieces.length && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          onClick={() => setIsWhole(true)}
        >
          Show all {formatExact(pieces.length)} pieces
        </Button>
      )}
    </>
  );
}

function describeResult({ pieces, given, tokens, budget, isGivenWhole }: KnowledgeSearchReply) {
  if (pieces.length === 0) return 'No piece has words of this question, so none would be given.';
  const size = `${formatExact(tokens)} of ${formatExact(budget)} tokens`;
  if (isGivenWhole) return `All ${countOf(given, 'piece')} would be given: ${size}.`;
  return `${formatExact(given)} of the ${countOf(pieces.length, 'piece')} found would be given: ${size}.`;
}

function FoundPiece({ piece }: { piece: KnowledgeSearchReply['pieces'][number] }) {
  const { rank, heading, text, tokens, isGiven } = piece;
  return (
    <li className={cn('grid gap-1 px-4 py-3', !isGiven && 'text-muted')}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {rank !== null && `${rank}. `}
          {describePlace(piece)}
        </span>
        <Badge tone={isGiven ? 'primary' : 'neutral'}>{isGiven ? 'Given' : 'Not given'}</Badge>
        <span className="text-muted text-sm tabular-nums">{countOf(tokens, 'token')}</span>
      </div>
      {heading && <p className="font-medium text-sm wrap-anywhere">{heading}</p>}
      <p dir="auto" className="line-clamp-3 wrap-anywhere">
        {text}
      </p>
    </li>
  );
}
