export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** More cells would take too long: both texts are then shown whole. */
const maxCells = 4_000_000;

/** Compares line by line, and changed lines word by word. */
export function diffText(before: string, after: string): Piece[] {
  const byLine = diffTokens(
    tokenize(before, /[^\n]*\n|[^\n]+/g),
    tokenize(after, /[^\n]*\n|[^\n]+/g),
  );
  const pieces: Piece[] = [];
  for (let index = 0; index < byLine.length; index++) {
    const [piece, next] = [byLine[index] as Piece, byLine[index + 1]];
    if (piece.kind === 'removed' && next?.kind === 'added') {
      const words = /\S+|\s+/g;
      pieces.push(...diffTokens(tokenize(piece.text, words), tokenize(next.text, words)));
      index++;
    } else {
      pieces.push(piece);
    }
  }
  return mergePieces(pieces);
}

const tokenize = (text: string, shape: RegExp): string[] => text.match(shape) ?? [];

function diffTokens(before: string[], after: string[]): Piece[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before.at(-1 - end) === after.at(-1 - end)) end++;
  return mergePieces([
    { kind: 'same', text: before.slice(0, start).join('') },
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', text: before.slice(before.length - end).join('') },
  ]);
}

/** By the longest common subsequence. */
function diffMiddle(before: string[], after: string[]): Piece[] {
  if (before.length * after.length > maxCells) {
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  }
  const lengths = measureCommonLengths(before, after);
  const width = after.length + 1;
  const length = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const pieces: Piece[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      pieces.push({ kind: 'same', text: old });
      row++;
      column++;
    } else if (old !== undefined && length(row + 1, column) >= length(row, column + 1)) {
      pieces.push({ kind: 'removed', text: old });
      row++;
    } else {
      pieces.push({ kind: 'added', text: fresh ?? '' });
      column++;
    }
  }
  return pieces;
}

/** Lengths for what remains after each pair of positions. */
function measureCommonLengths(before: string[], after: string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const here = row * width + column;
      lengths[here] =
        before[row] === after[column]
          ? (lengths[here + width + 1] ?? 0) + 1
          : Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0);
    }
  }
  return lengths;
}

/** Removed before added; a space between changed words counts as changed, to keep them together. */
function mergePieces(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of pieces.entries()) {
    const next = pieces[index + 1];
    const isGap =
      kind === 'same' && /^[^\S\n]+$/.test(text) && removed && added && next?.kind !== 'same';
    if (text === '') continue;
    if (kind === 'removed' || isGap) removed += text;
    if (kind === 'added' || isGap) added += text;
    if (kind === 'same' && !isGap) {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'same') last.text += text;
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
