import type { Block } from '../document.ts';
import { type Line, textOf } from './lines.ts';
import { findTable, writeTable } from './tables.ts';

/** Of the text that most of a document is set in. */
export type Setting = { size: number };

const headingScale = 1.12;
const maxHeadingLength = 120;
const item = /^(?:[-*\u2022\u2023\u25aa\u25e6\u2013\u00b7]|\(?[0-9]{1,2}[.)]|\(?[a-z]\))\s+\S/;
const number = /^\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+\S/;

/** The size of most letters. */
export function findSetting(pages: Line[][]): Setting {
  const letters = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = Math.round(line.size * 2) / 2;
    letters.set(size, (letters.get(size) ?? 0) + textOf(line).length);
  }
  const [most] = [...letters].sort(([, one], [, other]) => other - one);
  return { size: most?.[0] ?? 10 };
}

export function joinBlocks(lines: Line[], setting: Setting): Block[] {
  const blocks: Block[] = [];
  const pitch = findPitch(lines);
  for (let at = 0; at < lines.length; ) {
    const rows = findTable(lines, at);
    if (rows > 0) {
      blocks.push(writeTable(lines.slice(at, at + rows)));
      at += rows;
      continue;
    }
    const line = lines[at] as Line;
    const count = countLines(lines, at, pitch, setting);
    blocks.push(toBlock(line, lines.slice(at, at + count), setting));
    at += count;
  }
  return blocks;
}

/** The usual step from line to line. */
function findPitch(lines: Line[]): number {
  const steps = lines
    .slice(1)
    .map((line, at) => (line.top - (lines[at] as Line).top) / line.size)
    .filter((step) => step > 0.8 && step < 3)
    .sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 1.2;
}

function countLines(lines: Line[], start: number, pitch: number, setting: Setting): number {
  const first = lines[start] as Line;
  let count = 1;
  let before = first;
  for (const line of lines.slice(start + 1)) {
    if (!continues(before, line, { first, pitch, setting, isSecond: count === 1 })) break;
    if (findTable(lines, start + count) > 0) break;
    before = line;
    count++;
  }
  return count;
}

type Context = { first: Line; pitch: number; setting: Setting; isSecond: boolean };

function continues(
  before: Line,
  line: Line,
  { first, pitch, setting, isSecond }: Context,
): boolean {
  const sameFont = Math.abs(line.size - before.size) < 0.08 * before.size;
  if (!sameFont || line.angle !== before.angle || item.test(textOf(line))) return false;
  if (isHeading(first, setting) !== isHeading(line, setting)) return false;
  const step = (line.top - before.top) / line.size;
  // The next column begins higher up: the sentence goes on there.
  if (step < -2) return !/[.!?:]$/.test(textOf(before)) && !isHeading(first, setting);
  if (step > Math.max(pitch, 1.15) * 1.22) return false;
  // On the same height, but set apart.
  if (Math.abs(step) < 0.5) return true;
  const isIndented = line.start - (isSecond ? Math.min(first.start, before.start) : before.start);
  const endsSentence = /[.!?:]["')]?$/.test(textOf(before));
  return !(endsSentence && isIndented > line.size && !item.test(textOf(first)));
}

function isHeading(line: Line, { size }: Setting): boolean {
  const text = textOf(line);
  if (text.length > maxHeadingLength || !/\p{L}/u.test(text) || line.cells.length > 2) return false;
  if (line.size >= size * headingScale) return !/[,;]$/.test(text);
  return line.isBold && line.size >= size * 0.95 && !/[.,;:]$/.test(text);
}

function toBlock(first: Line, lines: Line[], setting: Setting): Block {
  const text = joinText(lines);
  if (isHeading(first, setting))
    return { kind: 'heading', level: levelOf(first, text, setting), text };
  return {
    kind: item.test(text) ? 'list' : 'text',
    text: text.replace(/^[\u2022\u25aa\u25e6\u2023\u00b7]\s+/, ''),
  };
}

function levelOf({ size }: Line, text: string, setting: Setting): number {
  const [numbering] = number.exec(text) ?? [];
  if (numbering)
    return Math.min(6, numbering.trim().split(' ')[0]?.replace(/\.$/, '').split('.').length ?? 1);
  const scale = size / setting.size;
  if (scale > 1.6) return 1;
  return scale > 1.25 ? 2 : 3;
}

/** A word that was divided at the end of a line is one again. */
function joinText(lines: Line[]): string {
  return lines.reduce((text, line) => {
    const next = textOf(line);
    if (text === '') return next;
    const isDivided = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next);
    return isDivided ? text.slice(0, -1) + next : `${text} ${next}`;
  }, '');
}
