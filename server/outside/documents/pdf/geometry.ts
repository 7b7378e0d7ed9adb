/** As PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];
export type Point = { x: number; y: number };
export type Box = { left: number; top: number; right: number; bottom: number };

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(first: ArrayLike<number>, then: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(first);
  const [A = 1, B = 0, C = 0, D = 1, E = 0, F = 0] = Array.from(then);
  return [
    ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
    ...([e * A + f * C + E, e * B + f * D + F] as const),
  ];
}

export function move([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

export function boxOf(points: Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Of a rectangle that the matrix may turn. */
export function moveBox(matrix: Matrix, [x0, y0, x1, y1]: ArrayLike<number> & number[]): Point[] {
  const [left = 0, top = 0, right = 0, bottom = 0] = [x0, y0, x1, y1];
  return [
    move(matrix, left, top),
    move(matrix, right, top),
    move(matrix, right, bottom),
    move(matrix, left, bottom),
  ];
}

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export const hasPoint = (box: Box, { x, y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

export function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** By the even-odd rule. */
export function isInside(shapes: Point[][], { x, y }: Point): boolean {
  let inside = false;
  for (const shape of shapes) {
    for (let at = 0, before = shape.length - 1; at < shape.length; before = at++) {
      const [from, to] = [shape[before] as Point, shape[at] as Point];
      if (from.y > y === to.y > y) continue;
      if (x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x) inside = !inside;
    }
  }
  return inside;
}

const kinds = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 };

/** Curves become two lines each: enough to tell what lies on a shape. */
export function readPath(path: ArrayLike<number>, matrix: Matrix): Point[][] {
  const shapes: Point[][] = [];
  const point = (at: number) => move(matrix, path[at] ?? 0, path[at + 1] ?? 0);
  const add = (...points: Point[]) => shapes.at(-1)?.push(...points);
  for (let at = 0; at < path.length; ) {
    const kind = path[at++];
    if (kind === kinds.moveTo) shapes.push([point(at)]);
    else if (kind === kinds.lineTo) add(point(at));
    else if (kind === kinds.curveTo) add(midOf(point(at), point(at + 2)), point(at + 4));
    else if (kind === kinds.quadraticCurveTo) add(point(at), point(at + 2));
    at += pointsOf[kind ?? 4] ?? 0;
  }
  return shapes;
}

const pointsOf = [2, 2, 6, 4, 0];

const midOf = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
