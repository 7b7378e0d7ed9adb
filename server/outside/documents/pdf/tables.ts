import type { Block } from '../document.ts';
import { writeRow } from '../plain.ts';
import type { Cell, Line } from './lines.ts';

const maxCellLength = 60;
const minRows = 3;
/** In sizes of the font. */
const maxRowStep = 3.2;
const nearby = 1.5;

/** How many lines from here are rows of a table; 0 if none. */
export function findTable(lines: Line[], start: number): number {
  let count = 0;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] as Line;
    const before = lines[at - 1];
    if (!isRow(line) || (count > 0 && before && !follows(before, line))) break;
    count++;
  }
  return count >= minRows ? count : 0;
}

const isRow = ({ cells }: Line) =>
  cells.length > 1 && cells.every(({ text }) => text.length <= maxCellLength) && !isContents(cells);

/** A line of a table of contents: a title, dots, a page. */
const isContents = (cells: Cell[]) => cells.some(({ text }) => /\.{3}|(?:\. ){3}/.test(text));

function follows(before: Line, line: Line): boolean {
  const step = (line.top - before.top) / line.size;
  const isAligned = line.cells.some(({ start, end }) =>
    before.cells.some(
      (cell) =>
        Math.abs(cell.start - start) < nearby * line.size ||
        Math.abs(cell.end - end) < nearby * line.size,
    ),
  );
  return step > 0.5 && step < maxRowStep && isAligned && line.angle === before.angle;
}

export function writeTable(rows: Line[]): Block {
  const [head, ...body] = rows as [Line, ...Line[]];
  const text = isHead(head, body)
    ? body.map(({ cells }) => writeUnder(head.cells, cells))
    : rows.map(({ cells }) => writeRow([], textsOf(cells)));
  return { kind: 'table', text: text.join('\n') };
}

const name = /^\p{L}[\p{L} .()%/&-]*:?$/u;

/** Names of columns: plain words, in bold or over figures. */
function isHead(head: Line, body: Line[]): boolean {
  if (!head.cells.every(({ text }) => name.test(text))) return false;
  const withFigures = body.filter(({ cells }) =>
    cells.slice(1).some(({ text }) => /\d/.test(text)),
  );
  return (
    (head.isBold && !body.every((line) => line.isBold)) || withFigures.length * 2 > body.length
  );
}

/** An empty cell leaves no trace, so a value belongs to the name that it stands under. */
function writeUnder(head: Cell[], cells: Cell[]): string {
  const names = cells.map((cell) => nearest(head, cell).text);
  return writeRow(names, textsOf(cells));
}

function nearest(head: Cell[], { start, end }: Cell): Cell {
  const distance = (cell: Cell) => Math.min(Math.abs(cell.start - start), Math.abs(cell.end - end));
  return head.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
}

const textsOf = (cells: Cell[]) => cells.map(({ text }) => text);
