import type { Evidence } from '#shared/api/knowledge.ts';
import { cn } from '#web/lib/cn.ts';
import { EvidenceDetails } from './evidence-details.tsx';
import { groupQuotes } from './group-quotes.ts';
import { type HrefOfSource, QuotedSource } from './quoted-source.tsx';

/**
 * The sources that an answer leaned on, each opened at its words. Rows are whole pixels high, as a
 * list of messages needs.
 * @param hrefOfSource null for readers who can't open sources.
 */
export function EvidenceView({
  evidence,
  hrefOfSource,
  isAtEnd = false,
  className,
}: {
  evidence: Evidence | null;
  hrefOfSource: HrefOfSource | null;
  /** On the right, below a bubble on that side. */
  isAtEnd?: boolean;
  className?: string;
}) {
  if (!evidence) return null;
  const quoted = groupQuotes(evidence.quotes);
  return (
    <div
      className={cn(
        'grid grid-cols-1 gap-1 px-1.5 pt-1 text-muted text-sm leading-5 wrap-anywhere',
        isAtEnd && 'justify-items-end text-right',
        className,
      )}
    >
      {quoted.length > 0 && (
        <ul aria-label="Sources" className={cn('grid gap-1', isAtEnd && 'justify-items-end')}>
          {quoted.map((quotes, index) => (
            <QuotedSource
              key={`${quotes[0].sourceId} ${quotes[0].page}`}
              quotes={quotes}
              prefix={index === 0 ? 'From: ' : null}
              hrefOfSource={hrefOfSource}
            />
          ))}
        </ul>
      )}
      {evidence.given && <EvidenceDetails evidence={evidence} given={evidence.given} />}
    </div>
  );
}
