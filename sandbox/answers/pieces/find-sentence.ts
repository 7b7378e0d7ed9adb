import { listWords } from './fold-words.ts';
import type { Piece } from './read-pieces.ts';

export type Sentence = { number: number; said: string };
type Candidate = Sentence & { words: Set<string>; around: Set<string> };

/** Of the weight of the question's words. */
const minShare = 0.3;
/** A word of the heading says less than one of the sentence. */
const headingShare = 0.5;
/** Of a word in a third of the sentences: what stands everywhere answers nothing. */
const minWeight = Math.log(1 + 3) ** 2;
/** Of a word that stands nowhere, in sentences. */
const rarest = 0.125;
/** A shorter quote proves nothing. */
const minLength = 16;

/** The sentence that shares the rarest words with the question; null if they are too few. */
export function findSentence(pieces: Piece[], question: string): Sentence | null {
  const candidates = pieces.flatMap(listCandidates);
  const asked = [...new Set(listWords(question))];
  const weights = new Map(asked.map((word) => [word, weigh(word, candidates)]));
  const whole = asked.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  let best: { candidate: Candidate; share: number } | null = null;
  for (const candidate of candidates) {
    const shared = sumShared(candidate, weights);
    const share = shared / whole;
    if (shared >= minWeight && share >= minShare && share > (best?.share ?? 0))
      best = { candidate, share };
  }
  return best && { number: best.candidate.number, said: best.candidate.said };
}

/** A pair of question and answer is found by both, and answered with the second. */
function listCandidates({ number, head, text }: Piece): Candidate[] {
  const around = new Set(listWords(head));
  const [, asked, answer] = /^Question: ([^\n]*)\nAnswer: ([\s\S]+)$/.exec(text) ?? [];
  if (asked !== undefined && answer !== undefined) {
    return [
      { number, said: answer.trim(), words: new Set(listWords(`${asked} ${answer}`)), around },
    ];
  }
  return text
    .split(/\n|(?<=[.!?]) +(?=[\p{Lu}\d"'])/u)
    .map((said) => said.trim())
    .filter((said) => said.length >= minLength)
    .map((said) => ({ number, said, words: new Set(listWords(said)), around }));
}

/** The rarer, the heavier; a word that stands nowhere is the heaviest. */
function weigh(word: string, candidates: Candidate[]): number {
  const count = candidates.filter(
    ({ words, around }) => words.has(word) || around.has(word),
  ).length;
  return Math.log(1 + candidates.length / (count || rarest)) ** 2;
}

function sumShared({ words, around }: Candidate, weights: Map<string, number>): number {
  let sum = 0;
  for (const [word, weight] of weights) {
    if (words.has(word)) sum += weight;
    else if (around.has(word)) sum += headingShare * weight;
  }
  return sum;
}
