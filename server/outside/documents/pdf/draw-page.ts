import type { Drawing, Glyph, Paint } from './drawing.ts';
import {
  type Box,
  boxOf,
  identity,
  intersect,
  type Matrix,
  move,
  moveBox,
  multiply,
  type Point,
  readPath,
} from './geometry.ts';
import { Layers } from './layers.ts';

/** What pdf.js gives of a font. */
export type Font = {
  name?: string;
  bold?: boolean;
  black?: boolean;
  vertical?: boolean;
  fontMatrix?: number[];
  isType3Font?: boolean;
};
export type PageSource = {
  /** Turns the page upright, with the origin at its upper left. */
  transform: number[];
  width: number;
  height: number;
  findFont(name: string): Font | null;
  isLayerVisible(layer: unknown): boolean;
};
export type Operators = { fnArray: ArrayLike<number>; argsArray: ArrayLike<unknown> };
type Names = Record<string, number>;

/** Nearly opaque, so that nothing shines through. */
const minOpaque = 0.95;
const minPaintSide = 1.5;

const initialState = {
  ctm: identity as Matrix,
  clip: null as Box | null,
  font: null as Font | null,
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  fill: '#000000' as string | null,
  stroke: '#000000' as string | null,
  fillOpacity: 1,
  strokeOpacity: 1,
  groupOpacity: 1,
  isPlainBlend: true,
};
type State = typeof initialState;
type PdfGlyph = { unicode?: string; width?: number; isSpace?: boolean };

/** Follows a page's operators as a viewer would, and writes down letters and painted areas instead of drawing them. */
export function drawPage(source: PageSource, operators: Operators, names: Names): Drawing {
  const pen = new Pen(source);
  const byNumber = new Map(Object.entries(names).map(([name, code]) => [code, name]));
  for (let at = 0; at < operators.fnArray.length; at++) {
    const name = byNumber.get(operators.fnArray[at] ?? 0) ?? '';
    pen.follow(name, (operators.argsArray[at] ?? []) as unknown[], names);
  }
  return pen.drawing;
}

class Pen {
  readonly drawing: Drawing;
  readonly #source: PageSource;
  readonly #layers: Layers;
  #state: State;
  #saved: State[] = [];
  #line: Matrix = identity;
  /** From the start of the line to the next letter. */
  readonly #shift: Point = { x: 0, y: 0 };
  /** The line's matrix on the page, until one of both changes. */
  #placed: Matrix | null = null;
  #order = 0;
  #clipsNext = false;
  /** After a transformation, until something is painted. */
  #isEmptyFrame = false;

  constructor(source: PageSource) {
    this.#source = source;
    this.#layers = new Layers(source.isLayerVisible);
    const page = { left: 0, top: 0, right: source.width, bottom: source.height };
    this.drawing = { page, glyphs: [], paints: [] };
    this.#state = { ...initialState, ctm: source.transform as unknown as Matrix };
  }

  follow(name: string, args: unknown[], names: Names): void {
    const step = steps[name as keyof typeof steps] as Step | undefined;
    if (step) step(this, args as never);
    else if (name === 'constructPath') this.#paintPath(args, names);
    else if (painters.has(name)) this.#isEmptyFrame = false;
  }

  change(changed: Partial<State>): void {
    Object.assign(this.#state, changed);
  }

  save(): void {
    this.#saved.push({ ...this.#state });
    this.#isEmptyFrame = false;
  }

  /** Pictures are left out of the operators, because decoding them costs more than all else: a frame without content is one. */
  restore(): void {
    if (this.#isEmptyFrame) this.paintPicture();
    this.#isEmptyFrame = false;
    this.#state = this.#saved.pop() ?? this.#state;
  }

  transform(matrix: ArrayLike<number>): void {
    this.#state.ctm = multiply(matrix, this.#state.ctm);
    this.#isEmptyFrame = true;
  }

  beginForm(matrix: ArrayLike<number> | null, bounds: number[] | null): void {
    this.save();
    if (matrix) this.#state.ctm = multiply(matrix, this.#state.ctm);
    if (bounds) this.#clip(boxOf(moveBox(this.#state.ctm, bounds)));
  }

  beginGroup(): void {
    this.save();
    const { groupOpacity, fillOpacity } = this.#state;
    this.change({ groupOpacity: groupOpacity * fillOpacity, fillOpacity: 1, strokeOpacity: 1 });
  }

  clipNext(): void {
    this.#clipsNext = true;
  }

  setGraphics(entries: [string, unknown][]): void {
    for (const [key, value] of entries) {
      if (key === 'ca') this.change({ fillOpacity: Number(value) });
      if (key === 'CA') this.change({ strokeOpacity: Number(value) });
      if (key === 'BM') this.change({ isPlainBlend: value === 'source-over' });
      if (key === 'Font') this.setFont(...(value as [string, number]));
    }
  }

  setFont(name: string, size: number): void {
    this.change({ font: this.#source.findFont(name), fontSize: size });
  }

  get layers(): Layers {
    return this.#layers;
  }

  setTextMatrix(matrix: ArrayLike<number>): void {
    this.#startLine(multiply(matrix, identity));
  }

  moveLine(x: number, y: number): void {
    this.#startLine(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  #startLine(line: Matrix): void {
    this.#line = line;
    this.#placed = null;
    this.#shift.x = 0;
    this.#shift.y = 0;
  }

  nextLine(): void {
    this.moveLine(0, -this.#state.leading);
  }

  showText(items: (PdfGlyph | number | null)[]): void {
    this.#isEmptyFrame = false;
    this.#placed = null;
    const { font, fontSize, scale } = this.#state;
    const unit = font?.isType3Font ? (font.fontMatrix?.[0] ?? 0.001) : 0.001;
    for (const item of items) {
      if (typeof item === 'number') this.#advance((-item / 1000) * fontSize);
      else if (item) this.#showGlyph(item, (item.width ?? 0) * unit * fontSize * scale);
    }
  }

  #showGlyph(glyph: PdfGlyph, width: number): void {
    const { charSpacing, wordSpacing, font, scale } = this.#state;
    if (glyph.unicode) this.drawing.glyphs.push(this.#place(glyph.unicode, width));
    const spacing = charSpacing + (glyph.isSpace ? wordSpacing : 0);
    this.#advance(font?.vertical ? spacing - width / scale : width / scale + spacing);
  }

  /** In the text's own units; a matrix for each letter would cost more than all else here. */
  #advance(length: number): void {
    if (this.#state.font?.vertical) this.#shift.y += length;
    else this.#shift.x += length * this.#state.scale;
  }

  #place(text: string, width: number): Glyph {
    const state = this.#state;
    this.#placed ??= multiply(this.#line, state.ctm);
    const [a, b, c, d] = this.#placed;
    const strokes = state.mode === 1 || state.mode === 5;
    return {
      text,
      ...move(this.#placed, this.#shift.x, this.#shift.y + state.rise),
      width: width * Math.hypot(a, b),
      size: Math.abs(state.fontSize) * Math.hypot(c, d),
      angle: Math.round((Math.atan2(b, a) * 180) / Math.PI),
      isBold: isBold(state.font),
      order: this.#order++,
      color: strokes ? state.stroke : state.fill,
      opacity: state.groupOpacity * (strokes ? state.strokeOpacity : state.fillOpacity),
      isInvisible: state.mode === 3 || state.mode === 7 || !this.#layers.areVisible,
      clip: state.clip,
    };
  }

  #paintPath(
    [operator, [path] = [null]]: unknown[] & { 1?: (ArrayLike<number> | null)[] },
    names: Names,
  ): void {
    this.#isEmptyFrame = false;
    const shapes = path ? readPath(path, this.#state.ctm) : [];
    if (this.#clipsNext) this.#clip(boxOf(shapes.flat()));
    this.#clipsNext = false;
    if (fills.some((fill) => names[fill] === operator))
      this.#paint(shapes, this.#state.fill, false);
  }

  /** Over the square of the unit, where pictures are. */
  paintPicture(): void {
    this.#isEmptyFrame = false;
    this.#paint([moveBox(this.#state.ctm, [0, 0, 1, 1])], null, true);
  }

  /** Over all that is not clipped. */
  paintPattern(): void {
    const { left, top, right, bottom } = this.#state.clip ?? this.drawing.page;
    this.#paint([moveBox(identity, [left, top, right, bottom])], null, false);
  }

  #paint(shapes: Paint['shapes'], color: string | null, isPicture: boolean): void {
    const { clip, fillOpacity, groupOpacity, isPlainBlend } = this.#state;
    const whole = boxOf(shapes.flat());
    const box = clip ? intersect(whole, clip) : whole;
    const isTooSmall = !(
      box.right - box.left > minPaintSide && box.bottom - box.top > minPaintSide
    );
    if (isTooSmall || !this.#layers.areVisible) return;
    const isOpaque = isPlainBlend && fillOpacity * groupOpacity >= minOpaque;
    const order = this.#order++;
    this.drawing.paints.push({ order, box, shapes, color: isOpaque ? color : null, isPicture });
  }

  #clip(box: Box): void {
    this.#state.clip = this.#state.clip ? intersect(this.#state.clip, box) : box;
  }
}

const fills = [
  ...['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'],
];
const painters = new Set(['stroke', 'rawFillPath', 'markPoint']);

function isBold(font: Font | null): boolean {
  return Boolean(font?.bold || font?.black || /bold|black|heavy|cmbx/i.test(font?.name ?? ''));
}

type Step = (pen: Pen, args: never) => void;
const picture = (pen: Pen) => pen.paintPicture();

/** Operators of pdf.js that change what we write down. */
const steps = {
  save: (pen: Pen) => pen.save(),
  restore: (pen: Pen) => pen.restore(),
  transform: (pen: Pen, matrix: number[]) => pen.transform(matrix),
  paintFormXObjectBegin: (pen: Pen, [matrix, bounds]: [number[] | null, number[] | null]) =>
    pen.beginForm(matrix, bounds),
  paintFormXObjectEnd: (pen: Pen) => pen.restore(),
  beginGroup: (pen: Pen) => pen.beginGroup(),
  endGroup: (pen: Pen) => pen.restore(),
  beginAnnotation: (pen: Pen, [, , transform, matrix]: [string, number[], number[], number[]]) => {
    pen.save();
    pen.transform(transform);
    pen.transform(matrix);
  },
  endAnnotation: (pen: Pen) => pen.restore(),
  clip: (pen: Pen) => pen.clipNext(),
  eoClip: (pen: Pen) => pen.clipNext(),
  setGState: (pen: Pen, [entries]: [[string, unknown][]]) => pen.setGraphics(entries),
  beginMarkedContent: (pen: Pen) => pen.layers.begin(null),
  beginMarkedContentProps: (pen: Pen, [tag, layer]: [string, unknown]) =>
    pen.layers.begin(tag === 'OC' ? layer : null),
  endMarkedContent: (pen: Pen) => pen.layers.end(),
  beginText: (pen: Pen) => pen.setTextMatrix(identity),
  setTextMatrix: (pen: Pen, [matrix]: [number[]]) => pen.setTextMatrix(matrix),
  moveText: (pen: Pen, [x, y]: [number, number]) => pen.moveLine(x, y),
  setLeadingMoveText: (pen: Pen, [x, y]: [number, number]) => {
    pen.change({ leading: -y });
    pen.moveLine(x, y);
  },
  nextLine: (pen: Pen) => pen.nextLine(),
  setFont: (pen: Pen, [name, size]: [string, number]) => pen.setFont(name, size),
  setCharSpacing: (pen: Pen, [charSpacing]: [number]) => pen.change({ charSpacing }),
  setWordSpacing: (pen: Pen, [wordSpacing]: [number]) => pen.change({ wordSpacing }),
  setHScale: (pen: Pen, [percent]: [number]) => pen.change({ scale: percent / 100 }),
  setLeading: (pen: Pen, [leading]: [number]) => pen.change({ leading }),
  setTextRise: (pen: Pen, [rise]: [number]) => pen.change({ rise }),
  setTextRenderingMode: (pen: Pen, [mode]: [number]) => pen.change({ mode }),
  showText: (pen: Pen, [items]: [(PdfGlyph | number)[]]) => pen.showText(items),
  setFillRGBColor: (pen: Pen, [fill]: [string]) => pen.change({ fill }),
  setStrokeRGBColor: (pen: Pen, [stroke]: [string]) => pen.change({ stroke }),
  setFillColorN: (pen: Pen) => pen.change({ fill: null }),
  setStrokeColorN: (pen: Pen) => pen.change({ stroke: null }),
  setFillTransparent: (pen: Pen) => pen.change({ fill: null }),
  setStrokeTransparent: (pen: Pen) => pen.change({ stroke: null }),
  shadingFill: (pen: Pen) => pen.paintPattern(),
  paintImageXObject: picture,
  paintInlineImageXObject: picture,
  paintImageMaskXObject: picture,
  paintSolidColorImageMask: picture,
};
