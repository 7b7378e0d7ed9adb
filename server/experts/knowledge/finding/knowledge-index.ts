import type { KnownPiece } from './piece.ts';
import type { Postings } from './postings.ts';
import { listStretches, type Stretch } from './stretches.ts';
import { takeBest } from './take-best.ts';
import type { Vocabulary } from './vocabulary.ts';
import { weighQuestion } from './weigh-question.ts';

/** BM25's two settings: how soon a word's repeats wear off, and how much a long piece pays for its length. */
const repeats = 1.2;
const lengthShare = 0.75;
/** What V8 takes for a Map's entry with a short key, and for a piece's object beside its text. */
const bytesPerTerm = 80;
const bytesPerPiece = 250;

/** `at` is the position in the index's `pieces`. */
export type Ranked = { at: number; score: number };

type Parts = { vocabulary: Vocabulary; postings: Postings; textBytes: number };

export class KnowledgeIndex {
  /** Sorted by source and place. */
  readonly pieces: readonly KnownPiece[];
  readonly stretches: readonly Stretch[];
  /** About what it takes of memory, the pieces' texts included. */
  readonly bytes: number;
  readonly #vocabulary: Vocabulary;
  readonly #postings: Postings;
  readonly #lengthFactors: Float32Array;

  constructor(pieces: readonly KnownPiece[], { vocabulary, postings, textBytes }: Parts) {
    this.pieces = pieces;
    this.stretches = listStretches(pieces);
    this.#vocabulary = vocabulary;
    this.#postings = postings;
    this.#lengthFactors = listLengthFactors(postings.lengths);
    const arrays = [this.#lengthFactors, ...Object.values(postings)];
    this.bytes =
      arrays.reduce((sum, { byteLength }) => sum + byteLength, textBytes) +
      vocabulary.size * bytesPerTerm +
      pieces.length * bytesPerPiece;
  }

  /** The best first; pieces that share no word with the question or the text before it are left out. */
  *rank(question: string, previous?: string): Generator<Ranked> {
    const scores = new Float32Array(this.pieces.length);
    for (const [term, weight] of weighQuestion(this.#vocabulary, question, previous))
      this.#add(scores, term, weight);
    for (const at of takeBest(scores)) yield { at, score: scores[at] as number };
  }

  #add(scores: Float32Array, term: number, weight: number): void {
    const { starts, pieces, counts } = this.#postings;
    const [start, end] = [starts[term] as number, starts[term + 1] as number];
    const held = end - start;
    const rarity = weight * Math.log(1 + (scores.length - held + 0.5) / (held + 0.5));
    for (let at = start; at < end; at++) {
      const [piece, count] = [pieces[at] as number, counts[at] as number];
      const factor = this.#lengthFactors[piece] as number;
      scores[piece] = (scores[piece] as number) + (rarity * count) / (count + factor);
    }
  }
}

function listLengthFactors(lengths: Uint32Array): Float32Array {
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return Float32Array.from(
    lengths,
    (length) => repeats * (1 - lengthShare + (lengthShare * length) / average),
  );
}
