/** One letter missing, extra or wrong, or two swapped; never the first, which would make other words. */
export function isOneTypoAway(word: string, known: string): boolean {
  if (word[0] !== known[0] || Math.abs(word.length - known.length) > 1) return false;
  let same = 1;
  while (same < word.length && word[same] === known[same]) same++;
  const [rest, knownRest] = [word.slice(same), known.slice(same)];
  const [first = '', second = ''] = rest;
  return (
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    rest.slice(1) === knownRest.slice(1) ||
    second + first + rest.slice(2) === knownRest
  );
}
