import type { KnownPiece } from '#server/experts/knowledge/finding/piece.ts';

/** One that a source may hold, with what a test says of it. */
export function createPiece(given: Partial<KnownPiece>): KnownPiece {
  return {
    sourceId: 'source',
    generation: 1,
    title: 'Title',
    page: null,
    heading: null,
    text: 'Text.',
    position: 0,
    tokens: 10,
    validFrom: null,
    validUntil: null,
    isQuotable: true,
    ...given,
  };
}
