import type { KnowledgeIndex } from './knowledge-index.ts';
import type { Given, KnownPiece } from './piece.ts';
import { isValidOn, type Stretch } from './stretches.ts';

type Turn = {
  question: string;
  /** The person's text before, if any. */
  previous?: string;
  budgetTokens: number;
  /** Where the expert is, as `2026-11-28`. */
  today: string;
};

/**
 * The pieces that a turn is given, sorted by source and place so that vendors can cache them: all that hold today where they fit the
 * budget, else the best for the question until it is full.
 */
export function chooseGiven(index: KnowledgeIndex, turn: Turn): Given[] {
  const valid = index.stretches.filter((stretch) => isValidOn(turn.today, stretch));
  const tokens = valid.reduce((sum, stretch) => sum + stretch.tokens, 0);
  if (tokens > turn.budgetTokens) return listBest(index, turn, valid);
  return valid.flatMap(({ start, end }) =>
    index.pieces.slice(start, end).map((piece, at) => toGiven(piece, start + at, null)),
  );
}

function toGiven(piece: KnownPiece, at: number, rank: number | null): Given {
  return { ...piece, number: at + 1, rank };
}

/** A smaller piece may fit after one that didn't; but the search for one ends, for those that come late say little. */
const maxPassedOver = 50;

function listBest(index: KnowledgeIndex, turn: Turn, valid: Stretch[]): Given[] {
  const isValid = new Uint8Array(index.pieces.length);
  for (const { start, end } of valid) isValid.fill(1, start, end);
  const ranks = new Map<number, number>();
  let [left, rank] = [turn.budgetTokens, 0];
  for (const { at } of index.rank(turn.question, turn.previous)) {
    if (!isValid[at]) continue;
    rank++;
    const { tokens } = index.pieces[at] as KnownPiece;
    if (tokens <= left) {
      ranks.set(at, rank);
      left -= tokens;
    } else if (rank - ranks.size >= maxPassedOver) break;
  }
  const places = [...ranks].sort(([one], [other]) => one - other);
  return places.map(([at, rank]) => toGiven(index.pieces[at] as KnownPiece, at, rank));
}
