import type { Given } from '#server/experts/knowledge/finding/piece.ts';
import { createPiece } from '#test/known-piece.ts';

/** `there`: questions that the text answers, each with words of the sentence that does; `missing`: others. */
export type Questions = { title: string; text: string; there: string[][]; missing: string[] };

/** A paragraph each, all of them given. */
export function listPieces({ title, text }: Pick<Questions, 'title' | 'text'>): Given[] {
  return text
    .trim()
    .split('\n\n')
    .map((paragraph, index) => {
      const [heading = '', ...lines] = paragraph.split('\n');
      const facts = { sourceId: 'handbook', title, heading, text: lines.join('\n') };
      return { ...createPiece({ ...facts, position: index }), number: index + 1, rank: null };
    });
}
