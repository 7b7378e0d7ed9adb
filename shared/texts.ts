/** PostgreSQL refuses NUL and half surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Changes texts in objects and arrays at any depth. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== 'object') return part;
    if (Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value) as Value;
}

/** Drops the characters at the end that `mark` matches. One by one: a pattern like `x+$` takes quadratic time. */
export function dropEnd(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Drops spaces and tabs before line ends. */
export function trimLineEnds(text: string): string {
  return text.replace(/[ \t]+(?=([\s\S]?))/g, (space, next) =>
    next === '' || next === '\n' ? '' : space,
  );
}
