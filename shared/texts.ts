/** Of a text from outside what a database can hold: no NUL, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Every text inside a value made of objects, arrays and texts, changed; all else stays as it is. */
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
