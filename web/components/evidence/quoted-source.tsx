import { useId, useState } from 'react';
import { Link } from 'wouter';
import { formatDayOfYear } from '#web/lib/days.ts';
import { describePlace } from '#web/lib/describe-place.ts';
import type { PageQuotes, Quote } from './group-quotes.ts';

export type HrefOfSource = (quote: Pick<Quote, 'sourceId' | 'words'>) => string;

/** Opening hours, p. 2 · May 1, 2026 */
function describeQuote(quote: Quote): string {
  const place = describePlace(quote);
  return quote.validFrom ? `${place} · ${formatDayOfYear(quote.validFrom)}` : place;
}

/** For the team: the words may no longer stand there. */
const changes = { 'read-again': 'Read again since', reworded: 'Reworded since' } as const;

export function QuotedSource({
  quotes,
  prefix,
  hrefOfSource,
}: {
  quotes: PageQuotes;
  prefix: string | null;
  hrefOfSource: HrefOfSource | null;
}) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const [first] = quotes;
  return (
    <li>
      <p>
        {prefix}
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
          className="min-h-6 rounded-xs underline decoration-dotted underline-offset-2 [text-align:inherit] hover:text-foreground"
        >
          {describeQuote(first)}
        </button>
        {!first.isQuotable && ' · Internal: not shown to the person'}
        {first.changedSince && ` · ${changes[first.changedSince]}`}
      </p>
      <div id={id} hidden={!isShown} className="grid gap-1 pt-1 pb-1 text-left">
        {quotes.map((quote) => (
          <QuotedWords key={quote.words} quote={quote} hrefOfSource={hrefOfSource} />
        ))}
      </div>
    </li>
  );
}

function QuotedWords({ quote, hrefOfSource }: { quote: Quote; hrefOfSource: HrefOfSource | null }) {
  if (quote.words === '') return <p>This source was deleted, and its words with it.</p>;
  return (
    <blockquote className="border-accent border-l-2 pl-2.5">
      <mark dir="auto" className="block whitespace-pre-wrap bg-transparent text-foreground">
        <span className="rounded-[3px] bg-accent-soft text-accent">{quote.words}</span>
      </mark>
      {quote.generation !== undefined && <p>From reading {quote.generation} of this source.</p>}
      {hrefOfSource && (
        <Link
          href={hrefOfSource(quote)}
          className="inline-block min-h-6 rounded-xs underline underline-offset-2 hover:text-foreground"
        >
          Open the source
        </Link>
      )}
    </blockquote>
  );
}
