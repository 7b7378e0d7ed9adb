import { listWords } from './read-words.ts';
import { spellOut } from './texting-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The text before: "and on sundays?" asks of what that one was about. */
const previousWeight = 1 / 3;
/** Never none: "who are you" is a question too. */
const emptyWeight = 0.1;
const typoWeight = 0.5;
/** The rest of a text this long adds time, not meaning. */
const maxQuestionLength = 10_000;

/** By the number of the term. */
type Weights = Map<number, number>;

/** How much each term counts. One that is said twice counts once. */
export function weighQuestion(vocabulary: Vocabulary, question: string, previous = ''): Weights {
  const weights = weighText(vocabulary, question);
  for (const [term, weight] of weighText(vocabulary, previous))
    weights.set(term, (weights.get(term) ?? 0) + weight * previousWeight);
  return weights;
}

function weighText(vocabulary: Vocabulary, text: string): Weights {
  const weights: Weights = new Map();
  const words = new Set(listWords(text.slice(0, maxQuestionLength)).flatMap(spellOut));
  for (const { emptyWords, stem } of vocabulary.languages) {
    for (const word of words) {
      const weight = emptyWords.has(word) ? emptyWeight : 1;
      for (const [term, share] of findTerms(vocabulary, stem(word)))
        weights.set(term, Math.max(weights.get(term) ?? 0, share * weight));
    }
  }
  return weights;
}

function findTerms(vocabulary: Vocabulary, stem: string): [term: number, share: number][] {
  const term = vocabulary.find(stem);
  if (term !== undefined) return [[term, 1]];
  return vocabulary.listTypos(stem).map((typo) => [typo, typoWeight]);
}
