/** `#` for a number. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.filter((word) => /^\p{L}/u.test(word));
  if (letters.length === 0) return '#';
  const last = letters.length > 1 ? letters.at(-1) : undefined;
  return [letters[0], last]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase();
}

/** Neighboring numbers become distant colors. */
const goldenAngle = 137.508;

export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return Math.round(hash * goldenAngle) % 360;
}
