import { type Fence, followFence } from './fences.ts';

/** Longer pieces are parsed apart, so that the work on hostile text grows with its length alone. */
const maxChunkLength = 2_000;
/** A parser's time on deeper quotes and lists is quadratic, and no phone can show them. */
const maxNesting = 4;

/** `join`: what stood between it and the next one. */
export type Chunk = { text: string; join: '\n\n' | '\n' | ' ' | ''; isInFence: boolean };

/** Cuts at blank lines, else at line ends, else at spaces; fences are closed and opened again. */
export function cutIntoChunks(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence: Fence | null = null;
  const cut = (count: number, join: Chunk['join']) => {
    const taken = lines.slice(0, count);
    lines = lines.slice(count);
    if (fence) {
      taken.push(fence.mark);
      lines.unshift(fence.line);
    }
    chunks.push({ text: taken.join('\n'), join, isInFence: fence !== null });
    length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  };
  for (const { line, join } of text.split('\n').flatMap(cutLine)) {
    if (length + line.length > maxChunkLength && lines.length > 0) {
      const blank = fence ? -1 : lines.findLastIndex((each) => each.trim() === '');
      if (blank > 0) cut(blank, '\n\n');
      if (length + line.length > maxChunkLength) cut(lines.length, '\n');
    }
    lines.push(fence ? line : limitNesting(line));
    length += line.length + 1;
    fence = followFence(fence, line);
    if (join !== '\n') cut(lines.length, join);
  }
  if (lines.length > 0) chunks.push({ text: lines.join('\n'), join: '', isInFence: false });
  return chunks;
}

function cutLine(line: string): { line: string; join: Chunk['join'] }[] {
  const pieces: { line: string; join: Chunk['join'] }[] = [];
  let rest = line;
  while (rest.length > maxChunkLength) {
    const space = rest.lastIndexOf(' ', maxChunkLength);
    const end = space > 0 ? space : keepPairWhole(rest, maxChunkLength);
    pieces.push({ line: rest.slice(0, end), join: space > 0 ? ' ' : '' });
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...pieces, { line: rest, join: '\n' }];
}

function keepPairWhole(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}

/** A backslash makes the next mark an ordinary character. */
function limitNesting(line: string): string {
  const marks = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  for (let level = 0; marks.test(line); level++) {
    if (level < maxNesting) continue;
    const at = marks.lastIndex - 1;
    return `${line.slice(0, at)}\\${line.slice(at)}`;
  }
  return line;
}
