import type { GivenPiece } from './given-piece.ts';
import { writePlainly } from './plain-characters.ts';

/** A fact takes fewer words; so many in a row are quoted. */
const wordsInRow = 12;

/** Words in a row that stand in an internal piece and in no other; null if there are none. */
export function findRecital(text: string, given: GivenPiece[]): string | null {
  const said = new Set(listRows(text));
  if (said.size === 0) return null;
  const listSaid = (pieces: GivenPiece[]) =>
    pieces.flatMap((piece) => listRows(piece.text)).filter((row) => said.has(row));
  const hidden = listSaid(given.filter(({ isQuotable }) => !isQuotable));
  if (hidden.length === 0) return null;
  const open = new Set(listSaid(given.filter(({ isQuotable }) => isQuotable)));
  return hidden.find((row) => !open.has(row)) ?? null;
}

function listRows(text: string): string[] {
  const words = writePlainly(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, Math.max(0, words.length - wordsInRow + 1))
    .map((_, index) => words.slice(index, index + wordsInRow).join(' '));
}
