import type { StoredEvidence } from '#server/db/schema.ts';
import { foldQuote } from '#server/experts/knowledge/evidence/fold-quote.ts';
import type { Questions } from '../knowledge/questions/list-pieces.ts';

export type Verdict = 'right' | 'wrong' | 'refused';

/** @param fact words of the sentence that answers the question; null for a question that the text does not answer. */
export type Asked = { question: string; fact: string | null };

export const listAsked = ({ there, missing }: Questions): Asked[] => [
  ...there.map(([question = '', fact = '']) => ({ question, fact })),
  ...missing.map((question) => ({ question, fact: null })),
];

/**
 * An answer without verified words is refused, as a strict expert does. One with them is right where they stand in the sentence
 * that answers the question: the product has found its figures there already.
 */
export function judge({ fact }: Asked, text: string, evidence: StoredEvidence | null): Verdict {
  const isSent = evidence?.outcome === 'supported' || evidence?.outcome === 'talk';
  if (!isSent) return 'refused';
  if (fact === null) return 'wrong';
  const sentence = fold(findSentence(text, fact));
  const isFound = evidence.quotes.some(({ words }) => {
    const quoted = fold(words);
    return sentence.includes(quoted) || quoted.includes(fold(fact));
  });
  return isFound ? 'right' : 'wrong';
}

function findSentence(text: string, fact: string): string {
  const sentences = text.split(/\n|(?<=[.!?]) +(?=\p{Lu})/u);
  return sentences.find((sentence) => sentence.includes(fact)) ?? fact;
}

const fold = (words: string) => foldQuote(words).letters;
