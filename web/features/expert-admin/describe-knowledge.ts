import { type KnowledgeMode, knowledgeBudget } from '#shared/api/knowledge.ts';
import { formatExact } from '#web/lib/figures.ts';

type Choice = KnowledgeMode | 'automatic';

export const modeLabels: Record<Choice, string> = {
  automatic: 'Automatic',
  strict: 'Strict: only what the sources say',
  guided: 'Guided: the sources first',
  free: 'Free: the sources help',
};

export const modeHints: Record<Choice, string> = {
  automatic: 'Guided once a source is live, free without sources.',
  strict:
    'An answer leaves only if words of a source prove it. Anything else gets the no-answer text, for free.',
  guided: 'What no source proves is still answered, and says that it is not from the sources.',
  free: 'The model reads the sources, and may answer from what it knows itself.',
};

export function describeBudget(tokens: number): string {
  const amount = `${formatExact(tokens)} tokens`;
  return tokens === knowledgeBudget.usual ? `${amount} (usual)` : amount;
}
