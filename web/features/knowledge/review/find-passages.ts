export type Passage = { start: number; end: number };

/** Where the phrases stand in the text, in order; of two that overlap, the first. */
export function findPassages(text: string, phrases: string[]): Passage[] {
  const found = phrases.flatMap((phrase) => {
    const start = phrase === '' ? -1 : text.indexOf(phrase);
    return start < 0 ? [] : [{ start, end: start + phrase.length }];
  });
  let done = 0;
  return found
    .sort((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < done) return false;
      done = end;
      return true;
    });
}
