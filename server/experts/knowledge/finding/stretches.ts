import type { KnownPiece } from './piece.ts';

/** Pieces in a row that hold on the same days. A base has a few, so a turn need not look at each piece. */
export type Stretch = Pick<KnownPiece, 'validFrom' | 'validUntil'> & {
  start: number;
  end: number;
  tokens: number;
};

export function listStretches(pieces: readonly KnownPiece[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [at, { validFrom, validUntil, tokens }] of pieces.entries()) {
    const last = stretches.at(-1);
    if (last && last.validFrom === validFrom && last.validUntil === validUntil) {
      last.end = at + 1;
      last.tokens += tokens;
    } else stretches.push({ validFrom, validUntil, start: at, end: at + 1, tokens });
  }
  return stretches;
}

/** Both days are included. */
export function isValidOn(
  day: string,
  { validFrom, validUntil }: Pick<KnownPiece, 'validFrom' | 'validUntil'>,
): boolean {
  return (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
}
