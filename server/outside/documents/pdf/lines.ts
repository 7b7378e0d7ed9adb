import { dropUnseen } from '../plain.ts';
import type { Glyph } from './drawing.ts';

/** Words that stand together, with a wide gap to the next: a cell of a table, or a whole line. */
export type Cell = { text: string; start: number; end: number };
/** `top` grows down the page. Turned text has its own direction. */
export type Line = {
  cells: Cell[];
  start: number;
  end: number;
  top: number;
  size: number;
  angle: number;
  isBold: boolean;
};

/** In sizes of the font. */
const minSpace = 0.18;
const minCellGap = 1.3;
const maxOverlap = -0.6;
const maxShift = 0.55;

type Place = { along: number; across: number };

/** In the order of drawing, which is the order of reading in nearly all documents, columns too. */
export function joinLines(glyphs: Glyph[]): Line[] {
  const lines: Line[] = [];
  let building: LineInWork | null = null;
  for (const glyph of glyphs) {
    const text = readGlyph(glyph.text);
    if (text === '' || !Number.isFinite(glyph.x + glyph.y)) continue;
    if (building?.takes(glyph, text)) continue;
    if (building) lines.push(...building.finish());
    building = new LineInWork(glyph, text);
  }
  if (building) lines.push(...building.finish());
  return lines;
}

/** Symbol fonts have their own characters; of these, bullets are read. */
function readGlyph(text: string): string {
  return dropUnseen(text)
    .replace(/[\uf0b7\uf0a7\uf076\uf0d8]/g, '\u2022')
    .replace(/[\ue000-\uf8ff]/g, '');
}

class LineInWork {
  #cells: Cell[] = [];
  readonly #first: Glyph;
  readonly #across: number;
  #size: number;
  #letters = 0;
  #bold = 0;

  constructor(first: Glyph, text: string) {
    const { along, across } = placeOf(first, first.angle);
    this.#first = first;
    this.#across = across;
    this.#size = first.size;
    this.#cells.push({ text, start: along, end: along + first.width });
    this.#count(first, text);
  }

  /** False if the letter begins another line. */
  takes(glyph: Glyph, text: string): boolean {
    if (glyph.angle !== this.#first.angle) return false;
    const { along, across } = placeOf(glyph, glyph.angle);
    const size = Math.max(this.#size, glyph.size);
    const last = this.#cells.at(-1) as Cell;
    const gap = (along - last.end) / size;
    // Small raised or lowered letters belong to their line.
    if (Math.abs(across - this.#across) > maxShift * size || gap < maxOverlap) return false;
    const end = along + glyph.width;
    if (gap > minCellGap) this.#cells.push({ text, start: along, end });
    else if (text.trim() === '') last.text += ' ';
    else {
      last.text += gap > minSpace && !last.text.endsWith(' ') ? ` ${text}` : text;
      last.end = end;
    }
    if (text.trim() === '') last.end = Math.max(last.end, end);
    this.#count(glyph, text);
    return true;
  }

  #count(glyph: Glyph, text: string): void {
    if (text.trim() === '') return;
    if (glyph.size > this.#size * 1.2 || this.#letters === 0) this.#size = glyph.size;
    this.#letters++;
    if (glyph.isBold) this.#bold++;
  }

  /** Nothing if it is blank. */
  finish(): Line[] {
    const cells = this.#cells
      .map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }))
      .filter(({ text }) => text !== '');
    const [first] = cells;
    if (!first) return [];
    return [
      {
        ...{ cells, start: first.start, end: (cells.at(-1) as Cell).end, top: this.#across },
        ...{ size: this.#size, angle: this.#first.angle },
        isBold: this.#bold > this.#letters * 0.9,
      },
    ];
  }
}

/** Along the text's own direction, and across it. */
function placeOf({ x, y }: Glyph, angle: number): Place {
  if (angle === 0) return { along: x, across: y };
  const turn = (angle * Math.PI) / 180;
  return {
    along: x * Math.cos(turn) + y * Math.sin(turn),
    across: y * Math.cos(turn) - x * Math.sin(turn),
  };
}

export const textOf = ({ cells }: Line): string => cells.map(({ text }) => text).join(' ');
