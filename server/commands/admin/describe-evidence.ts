import type { EvidenceJson } from '#server/messages/way-store.ts';

type Step = { at: string; text: string };
type Place = EvidenceJson['quotes'][number];

const maxListed = 5;

/** How an answer leaned on the expert's sources, without words of the answer or of a source. */
export function describeEvidence(evidence: EvidenceJson | null): Step[] {
  if (!evidence) return [];
  const sentences = [
    describeGiven(evidence),
    describeRetry(evidence),
    describeOutcome(evidence),
  ].filter((text) => text !== null);
  return sentences.map((text) => ({ at: evidence.created_at, text: `sources: ${text}` }));
}

function describeGiven({ given, given_count: counted }: EvidenceJson): string {
  if (counted === 0) return 'the model was given none of their pieces: none fits the question';
  const pieces = counted ? `, ${count(counted, 'piece')}` : '';
  if (given.length === 0) return `the model was given all that is live and valid${pieces}`;
  const best = given
    .toSorted((one, other) => one.rank - other.rank)
    .map((piece) => `${piece.rank}. ${describePlace(piece)}`);
  return `the model was given what a search found${pieces}, the best: ${listFirst(best)}`;
}

function describeRetry({ retry }: EvidenceJson): string | null {
  if (!retry) return null;
  const end = retry.isAnswered
    ? 'the model was asked once more'
    : 'the model was asked once more and failed, so the first answer counts';
  return `the first answer was refused: ${describeFaults(retry.faults)} Then ${end}`;
}

function describeOutcome({ outcome, quotes, faults, is_refused: isRefused }: EvidenceJson): string {
  const quoted = [...new Set(quotes.map(describePlace))];
  const leaning = quoted.length > 0 ? `, it quotes ${listFirst(quoted)}` : '';
  const end = isRefused ? ' It was not sent' : '';
  switch (outcome) {
    case 'supported':
      return `the answer is supported${leaning}`;
    case 'talk':
      return 'the answer is talk, which needs no source';
    case 'no_answer':
      return `the model found no answer in them.${end}`.replace(/\.$/, '');
    case 'unverified':
      return `the answer is not verified${leaning}: ${describeFaults(faults)}${end}`;
  }
}

/** A fault names words of the answer in quotes, or a link. */
function describeFaults(faults: string[]): string {
  return faults
    .map((fault) => fault.replace(/".*"/s, '"..."').replace(/^(The link) \S+/, '$1'))
    .join(' ');
}

function listFirst(all: string[]): string {
  const more = all.length - maxListed;
  const shown = all.slice(0, maxListed).join('; ');
  return more > 0 ? `${shown}; and ${more} more` : shown;
}

const describePlace = ({ title, page }: Place) =>
  page === null ? `"${title}"` : `"${title}", page ${page}`;

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
