import type { KnowledgeSource, SourceKind, SourceState } from '#shared/api/knowledge.ts';
import { formatDayOfYear } from '#web/lib/days.ts';
import { formatExact } from '#web/lib/figures.ts';

export const kindLabels: Record<SourceKind, string> = {
  text: 'Text',
  markdown: 'Markdown',
  csv: 'CSV',
  html: 'Web page',
  pdf: 'PDF',
  docx: 'Word',
  pair: 'Question and answer',
};

type Tone = 'neutral' | 'primary' | 'accent' | 'danger';

export const stateLabels: Record<SourceState, { label: string; tone: Tone }> = {
  reading: { label: 'Reading...', tone: 'neutral' },
  review: { label: 'To review', tone: 'accent' },
  live: { label: 'Live', tone: 'primary' },
  failed: { label: 'Not read', tone: 'danger' },
  retired: { label: 'Retired', tone: 'neutral' },
};

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 ? one : many}`;
}

export function describeSize({ pages, tokens }: KnowledgeSource): string[] {
  return [pages > 1 && countOf(pages, 'page'), tokens > 0 && countOf(tokens, 'token')].filter(
    (fact) => fact !== false,
  );
}

/** From May 1, 2026 until Jun 30, 2026; null without a limit. */
export function describeValidity({ validFrom, validUntil }: KnowledgeSource): string | null {
  const from = validFrom && `from ${formatDayOfYear(validFrom)}`;
  const until = validUntil && `until ${formatDayOfYear(validUntil)}`;
  return from || until ? `Valid ${[from, until].filter(Boolean).join(' ')}` : null;
}

/** Why a live one is not given today. */
export function findAbsence(
  { validFrom, validUntil }: KnowledgeSource,
  today: string,
): string | null {
  if (validFrom && today < validFrom) return 'Not valid yet';
  return validUntil && today > validUntil ? 'No longer valid' : null;
}

/** The server counts days where the expert has its opening hours. */
export function readDayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
}

export function describeFindings({ findings }: KnowledgeSource): string | null {
  const { hidden, instructions, emptyPages } = findings;
  const found = [
    hidden > 0 && countOf(hidden, 'hidden passage'),
    instructions > 0 && countOf(instructions, 'sentence that instructs', 'sentences that instruct'),
    emptyPages > 0 && countOf(emptyPages, 'page without text', 'pages without text'),
  ].filter(Boolean);
  return found.length > 0 ? found.join(' · ') : null;
}
