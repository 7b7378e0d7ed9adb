import type { Reader } from '#server/access/guard.ts';
import type { StoredEvidence } from '#server/db/schema.ts';
import type { Evidence } from '#shared/api/knowledge.ts';

type Row = { direction: 'inbound' | 'outbound'; evidence: StoredEvidence | null };

/** People see what an answer quotes from sources that may be quoted; the team all, also of a question without an answer. */
export function viewEvidence({ isStaff }: Reader, { direction, evidence }: Row): Evidence | null {
  if (!evidence) return null;
  const { outcome, quotes, refused } = evidence;
  if (isStaff) {
    // A reply shows what it leaned on; the question would show it twice.
    const isShown = direction === 'outbound' || refused !== null || outcome === 'no_answer';
    return isShown ? evidence : null;
  }
  const shown = quotes.filter(({ isQuotable }) => isQuotable);
  return direction === 'outbound' && shown.length > 0 ? { outcome, quotes: shown } : null;
}
