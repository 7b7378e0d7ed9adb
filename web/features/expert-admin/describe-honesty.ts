import type { ExpertClass } from '#shared/disclosure-rules.ts';
import { type ExpertWords, listWords, wordKeys } from '#shared/expert-words.ts';

export const classLabels: Record<ExpertClass, string> = {
  service: 'Service: answers questions',
  companion: 'Companion: keeps people company',
};

export function describeDisclosure(hours: number): string {
  if (hours === 0) return 'At least every 3 hours';
  return hours === 1 ? 'At least every hour' : `At least every ${hours} hours`;
}

/** One per line: versions are compared line by line. */
export function describeWords(words: ExpertWords): string {
  const used = listWords(words);
  return wordKeys.flatMap((key) => used[key] ?? []).join('\n') || 'None';
}
