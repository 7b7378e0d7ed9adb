import { findMissingFigures } from './figures/find-missing-figures.ts';
import { type Folded, foldQuote, foldQuoteWithoutEnds, standsIn } from './fold-quote.ts';
import type { GivenPiece } from './given-piece.ts';
import { dropLinks, findForeignLinks } from './links.ts';
import type { Trailer, TrailerFlaw } from './read-trailer.ts';
import { findRecital } from './recites-internal.ts';
import type { SaidQuote } from './trailer-lines.ts';

/** `no_answer`: the sources don't say it. `talk`: there was nothing to look up. */
type EvidenceOutcome = 'supported' | 'no_answer' | 'unverified' | 'talk';

export type Fault =
  | { kind: 'trailer_missing' }
  | { kind: 'trailer_broken'; why: TrailerFlaw }
  | { kind: 'number_unknown'; number: number }
  | { kind: 'quote_short' | 'quote_absent'; number: number; words: string }
  | { kind: 'figure_unsupported' | 'link_foreign' | 'internal_quoted'; said: string }
  | { kind: 'talk_long' };

/** Words that stand in the piece; of one that is not quotable they are never shown to people. */
type VerifiedQuote = { words: string } & Pick<
  GivenPiece,
  'number' | 'sourceId' | 'title' | 'page' | 'isQuotable'
>;

export type Evidence = { outcome: EvidenceOutcome; quotes: VerifiedQuote[]; faults: Fault[] };

type Answer = {
  /** Without the trailer. */
  text: string;
  trailer: Trailer;
  given: GivenPiece[];
  /** Of this turn, all texts of a burst. */
  question: string;
  /** The expert's own. */
  siteHosts: string[];
};

/** Less is said by accident. */
const minQuoteLength = 12;
/** In characters. Hello and thanks are shorter. */
const maxTalkLength = 300;

/** Whether an answer carries words of what was given, and says no figure and no link that they don't. */
export function checkEvidence(answer: Answer): Evidence {
  const { trailer } = answer;
  if (trailer.kind === 'none') return { outcome: 'no_answer', quotes: [], faults: [] };
  if (trailer.kind === 'talk') return conclude('talk', [], findTalkFaults(answer));
  if (trailer.kind === 'missing') return conclude('unverified', [], [{ kind: 'trailer_missing' }]);
  if (trailer.kind === 'broken') {
    return conclude('unverified', [], [{ kind: 'trailer_broken', why: trailer.why }]);
  }
  const { quotes, faults } = verifyQuotes(trailer.quotes, answer.given);
  return conclude('supported', quotes, [...faults, ...findTextFaults(answer, quotes)]);
}

function conclude(outcome: EvidenceOutcome, quotes: VerifiedQuote[], faults: Fault[]): Evidence {
  return { outcome: faults.length > 0 ? 'unverified' : outcome, quotes, faults };
}

/** Talk says nothing that would need a source: it is short, and its figures and links are the person's own. */
function findTalkFaults({ text, question, siteHosts }: Answer): Fault[] {
  const figures = findMissingFigures(dropLinks(text), [question]);
  const links = findForeignLinks(text, { texts: [question], hosts: siteHosts });
  return [
    ...(text.length > maxTalkLength ? [{ kind: 'talk_long' } as const] : []),
    ...figures.map((said) => ({ kind: 'figure_unsupported', said }) as const),
    ...links.map((said) => ({ kind: 'link_foreign', said }) as const),
  ];
}

function verifyQuotes(said: SaidQuote[], given: GivenPiece[]) {
  const pieces = new Map(given.map((piece) => [piece.number, piece]));
  const folded = new Map<number, Folded>();
  const quotes: VerifiedQuote[] = [];
  const faults: Fault[] = [];
  for (const quote of said) {
    const piece = pieces.get(quote.number);
    if (!piece) {
      faults.push({ kind: 'number_unknown', number: quote.number });
      continue;
    }
    const text = folded.get(piece.number) ?? foldQuote(piece.text);
    folded.set(piece.number, text);
    const found = verifyQuote(quote, text);
    if (!Array.isArray(found)) faults.push(found);
    else for (const words of found) quotes.push({ ...showPiece(piece), words });
  }
  return { quotes, faults };
}

function showPiece({ number, sourceId, title, page, isQuotable }: GivenPiece) {
  return { number, sourceId, title, page, isQuotable };
}

/** Several quotes may stand behind one number, each in its own marks. */
function verifyQuote({ number, words }: SaidQuote, text: Folded): string[] | Fault {
  const whole = judge(words, text);
  if (whole === 'stands') return [words];
  const parts = words.split(
    /["\u201c\u201d\u00ab\u00bb]\s{0,3}(?:[,;]|and|\.{3})?\s{0,3}["\u201c-\u201e\u00ab\u00bb]/,
  );
  if (parts.length > 1 && parts.every((part) => judge(part, text) === 'stands')) return parts;
  return { kind: whole, number, words };
}

function judge(words: string, text: Folded): 'stands' | 'quote_short' | 'quote_absent' {
  const quote = foldQuoteWithoutEnds(words);
  if (quote.length < minQuoteLength) return 'quote_short';
  return standsIn(quote, text) ? 'stands' : 'quote_absent';
}

function findTextFaults(answer: Answer, quotes: VerifiedQuote[]): Fault[] {
  const { text, given, question, siteHosts } = answer;
  const days = given
    .filter(({ number }) => quotes.some((quote) => quote.number === number))
    .flatMap(({ validFrom, validUntil }) => [validFrom ?? '', validUntil ?? '']);
  const support = [...quotes.map(({ words }) => words), ...days, question];
  const quotable = given.filter(({ isQuotable }) => isQuotable);
  const links = findForeignLinks(text, {
    texts: quotable.map((piece) => piece.text),
    hosts: siteHosts,
  });
  const recital = findRecital(text, given);
  return [
    ...findMissingFigures(dropLinks(text), support).map(
      (said) => ({ kind: 'figure_unsupported', said }) as const,
    ),
    ...links.map((said) => ({ kind: 'link_foreign', said }) as const),
    ...(recital ? [{ kind: 'internal_quoted', said: recital } as const] : []),
  ];
}
