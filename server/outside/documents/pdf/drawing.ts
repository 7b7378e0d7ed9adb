import type { Box, Point } from './geometry.ts';

/** A letter where it is drawn; y grows downward. */
export type Glyph = {
  text: string;
  x: number;
  y: number;
  /** Along its line. */
  width: number;
  /** The height of the font on the page, in points. */
  size: number;
  /** Of the line's direction, in degrees. */
  angle: number;
  isBold: boolean;
  /** When it is drawn: later things lie above earlier ones. */
  order: number;
  /** Null: a pattern, which could be anything. */
  color: string | null;
  opacity: number;
  isInvisible: boolean;
  clip: Box | null;
};

/** What is painted over an area: a shape of one color, or of null for pictures and patterns. */
export type Paint = {
  order: number;
  box: Box;
  shapes: Point[][];
  color: string | null;
  isPicture: boolean;
};

/** All that matters for reading one page. */
export type Drawing = { page: Box; glyphs: Glyph[]; paints: Paint[] };
