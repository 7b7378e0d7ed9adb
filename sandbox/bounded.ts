/** Appends and forgets the oldest beyond the limit: a sandbox left running must not fill the memory. */
export function pushBounded<T>(list: T[], item: T, limit: number): void {
  list.push(item);
  if (list.length > limit) list.splice(0, list.length - limit);
}
