/** PostgreSQL refuses NUL and half surrogate pairs. */
export const makeStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Checks all texts in objects and arrays. */
export function areStorable(value: unknown): boolean {
  let are = true;
  mapTexts(value, (text) => {
    are &&= isStorable(text);
    return text;
  });
  return are;
}

/** Deeper than any body we read: nothing but brackets would overflow the stack. */
const maxLevels = 50;

export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const walk = (part: unknown, level: number): unknown => {
    if (typeof part === 'string') return change(part);
    if (part === null || typeof part !== 'object' || level > maxLevels) return part;
    const walkInner = (inner: unknown) => walk(inner, level + 1);
    if (Array.isArray(part)) return part.map(walkInner);
    if (Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [name, walkInner(inner)]),
    );
  };
  return walk(value, 0) as Value;
}

/** Never cuts inside a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  const maxBytesPerUnit = 3;
  if (text.length * maxBytesPerUnit <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** `mark` matches one character: a pattern like `x+$` takes quadratic time. */
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
