import { createHash } from 'node:crypto';
import { listWords } from './finding/read-words.ts';

/** Equal for questions of the same words, whatever their order, case and marks. Null for a text without words. */
export function toQuestionKey(question: string): string | null {
  const words = [...new Set(listWords(question))].sort();
  if (words.length === 0) return null;
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 32);
}
