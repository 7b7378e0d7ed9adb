import type { Reader } from '#server/access/guard.ts';
import type { Evidence } from '#shared/api/knowledge.ts';
import type { ShownEvidence } from './quoted-since.ts';

type Row = { direction: 'inbound' | 'outbound'; evidence: ShownEvidence | null };

/** People see what an answer quotes from sources that may be quoted; the team all, also of a question without an answer. */
export function viewEvidence({ isStaff }: Reader, { direction, evidence }: Row): Evidence | null {
  if (!evidence) return null;
  const { outcome, quotes, refused } = evidence;
  if (isStaff) {
    // A reply shows what it leaned on; the question would show it twice.
    const isShown = direction === 'outbound' || refused !== null || outcome === 'no_answer';
    return isShown ? evidence : null;
  }
  const shown = quotes.flatMap(({ generation: _, changedSince: __, ...quote }) =>
    quote.isQuotable ? [quote] : [],
  );
  return direction === 'outbound' && shown.length > 0 ? { outcome, quotes: shown } : null;
}
