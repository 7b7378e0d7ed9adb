import { writeKnowledgePrompt } from '#server/experts/knowledge/evidence/write-knowledge-prompt.ts';
import type { Knowledge } from '#server/experts/knowledge/known.ts';
import { markInstructions } from './mark-words.ts';

/** What a model is told before the conversation: what stays the same first, so that vendors can cache it. */
export function writeInstructions(
  prompt: string,
  given: { knowledge: Knowledge | null; notes?: string[]; fault: string | null },
): string {
  const { knowledge, notes = [], fault } = given;
  return [
    prompt,
    ...(knowledge ? [writeKnowledgePrompt(knowledge.given, knowledge)] : []),
    ...notes,
    markInstructions,
    ...(fault ? [fault] : []),
  ].join('\n\n');
}
