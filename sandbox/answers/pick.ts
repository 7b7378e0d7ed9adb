/** The same conversation gets the same words; another one may get others. */
export function pick<T>(choices: readonly T[], seed: string): T {
  return choices[hash(seed) % choices.length] as T;
}

/** FNV-1a, 32 bit: spreads short texts well. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Cut at a word, for quoting what somebody said. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/\s+\S*$/, '')}...`;
}
