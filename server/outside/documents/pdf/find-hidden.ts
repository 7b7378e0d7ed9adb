import type { HiddenReason } from '../document.ts';
import type { Drawing, Glyph, Paint } from './drawing.ts';
import { areaOf, hasPoint, intersect, isInside, type Point } from './geometry.ts';

const minSize = 2;
const minOpacity = 0.05;
/** 99 % gray on white is 1.02; the palest print on forms 1.2. */
const minContrast = 1.08;
/** A picture of less of a page is no scan of it. */
const minScanShare = 0.5;
const minScanText = 0.9;

export type Judged = { glyph: Glyph; why: HiddenReason | null };

/** In the order of drawing. A scan's recognized text counts as visible. */
export function judgeGlyphs(drawing: Drawing): { judged: Judged[]; isScan: boolean } {
  const judged = drawing.glyphs.map((glyph) => ({ glyph, why: findReason(glyph, drawing) }));
  const isScan = isScanned(drawing, judged);
  if (!isScan) return { judged, isScan };
  return {
    judged: judged.map(({ glyph, why }) => ({ glyph, why: isFromScan(why) ? null : why })),
    isScan,
  };
}

const isFromScan = (why: HiddenReason | null) => why === 'invisible' || why === 'covered';

function isScanned({ page, paints }: Drawing, judged: Judged[]): boolean {
  const isPictured = paints.some(
    ({ isPicture, box }) => isPicture && areaOf(intersect(box, page)) > minScanShare * areaOf(page),
  );
  const inked = judged.filter(({ glyph }) => glyph.text.trim() !== '');
  const hidden = inked.filter(({ why }) => isFromScan(why)).length;
  return isPictured && hidden > 0 && hidden >= minScanText * inked.length;
}

function findReason(glyph: Glyph, { page, paints }: Drawing): HiddenReason | null {
  if (glyph.isInvisible) return 'invisible';
  if (glyph.opacity < minOpacity) return 'transparent';
  if (glyph.size < minSize) return 'tiny';
  const points = pointsOn(glyph);
  const frame = glyph.clip ? intersect(page, glyph.clip) : page;
  if (!points.some((point) => hasPoint(frame, point))) return 'off-page';
  return findCover(glyph, points, paints);
}

function findCover(glyph: Glyph, points: Point[], paints: Paint[]): HiddenReason | null {
  const [, middle] = points as [Point, Point, Point];
  let background: string | null = '#ffffff';
  for (const paint of paints) {
    if (!hasPoint(paint.box, middle)) continue;
    if (paint.order > glyph.order) {
      if (isCover(paint) && points.every((point) => isOn(paint, point))) return 'covered';
    } else if (isOn(paint, middle)) background = paint.color;
  }
  const isSame = glyph.color && background && contrast(glyph.color, background) < minContrast;
  return isSame ? 'background-color' : null;
}

/** Patterns and what shines through cover nothing. */
const isCover = ({ color, isPicture }: Paint) => color !== null || isPicture;

function isOn({ box, shapes, isPicture }: Paint, point: Point): boolean {
  return hasPoint(box, point) && (isPicture || isInside(shapes, point));
}

/** Along the middle of its height. */
function pointsOn({ x, y, width, size, angle }: Glyph): [Point, Point, Point] {
  const turn = (angle * Math.PI) / 180;
  const at = (share: number): Point => ({
    x: x + Math.cos(turn) * width * share + Math.sin(turn) * size * 0.3,
    y: y + Math.sin(turn) * width * share - Math.cos(turn) * size * 0.3,
  });
  return [at(0.1), at(0.5), at(0.9)];
}

function contrast(one: string, other: string): number {
  if (one === '#000000' && other === '#ffffff') return 21;
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
