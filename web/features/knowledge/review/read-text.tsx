import { useMemo, useState } from 'react';
import type { SourceDetails } from '#shared/api/knowledge.ts';
import { Button } from '#web/components/ui/button.tsx';
import { countOf } from '../describe-source.ts';
import { findPageWith, listPages } from './list-pages.ts';
import { PageView } from './page-view.tsx';

/** A book of thousands would take seconds to show. */
const pagesAtOnce = 30;

export function ReadText({ details, words }: { details: SourceDetails; words: string | null }) {
  const pages = useMemo(() => listPages(details), [details]);
  const [shown, setShown] = useState(() => Math.max(pagesAtOnce, findPageWith(pages, words) + 1));
  const { source } = details;
  const left = pages.length - shown;
  return (
    <div className="grid grid-cols-1 gap-5">
      {source.failure && <p className="text-danger wrap-anywhere">{source.failure}</p>}
      <Findings details={details} />
      {pages.length === 0 && !source.failure && <p className="text-muted">No text was read.</p>}
      {pages.slice(0, shown).map((page) => (
        <PageView key={page.number} page={page} hasNumber={source.pages > 1} words={words} />
      ))}
      {left > 0 && (
        <Button
          variant="outline"
          className="justify-self-center"
          onClick={() => setShown(shown + pagesAtOnce)}
        >
          Show {countOf(Math.min(left, pagesAtOnce), 'more page', 'more pages')} of {left}
        </Button>
      )}
    </div>
  );
}

function Findings({ details: { hidden, instructions, emptyPages } }: { details: SourceDetails }) {
  const found = [
    hidden.length > 0 &&
      `${countOf(hidden.length, 'passage')} that a reader would not see, left out`,
    instructions.length > 0 &&
      `${countOf(instructions.length, 'sentence that reads', 'sentences that read')} like an instruction to a model, marked: check that you want it said`,
    emptyPages.length > 0 && `${countOf(emptyPages.length, 'page')} without text, not read`,
  ].filter((line) => line !== false);
  if (found.length === 0) return null;
  return (
    <ul
      aria-label="Found in it"
      className="grid gap-1 rounded-control bg-accent-soft px-3.5 py-2.5 text-accent"
    >
      {found.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
