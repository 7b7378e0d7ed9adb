/** Positions with a score above 0, the highest first and of equal ones the first. A heap: most callers stop early. */
export function* takeBest(scores: Float32Array): Generator<number> {
  const heap = new Uint32Array(scores.length);
  let size = 0;
  for (let at = 0; at < scores.length; at++) if ((scores[at] as number) > 0) heap[size++] = at;
  for (let top = (size >> 1) - 1; top >= 0; top--) sink(heap, size, { top, scores });
  while (size > 0) {
    yield heap[0] as number;
    heap[0] = heap[--size] as number;
    sink(heap, size, { top: 0, scores });
  }
}

function sink(heap: Uint32Array, size: number, from: { top: number; scores: Float32Array }): void {
  let { top } = from;
  const moved = heap[top] as number;
  for (;;) {
    let child = 2 * top + 1;
    if (child >= size) break;
    if (child + 1 < size && isBetter(from.scores, heap[child + 1] as number, heap[child] as number))
      child++;
    if (!isBetter(from.scores, heap[child] as number, moved)) break;
    heap[top] = heap[child] as number;
    top = child;
  }
  heap[top] = moved;
}

function isBetter(scores: Float32Array, one: number, other: number): boolean {
  const difference = (scores[one] as number) - (scores[other] as number);
  return difference > 0 || (difference === 0 && one < other);
}
