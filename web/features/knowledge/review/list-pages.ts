import type { SourceDetails } from '#shared/api/knowledge.ts';

export type ReadPage = {
  number: number;
  pieces: SourceDetails['pieces'];
  hidden: SourceDetails['hidden'];
  instructions: SourceDetails['instructions'];
  /** Why it has no text; null if it has. */
  emptiness: string | null;
};

/** All that was read or found, by page. Formats without pages have one. */
export function listPages(details: SourceDetails): ReadPage[] {
  const pages = new Map<number, ReadPage>();
  const pageOf = (number: number) => {
    const page = pages.get(number) ?? {
      number,
      pieces: [],
      hidden: [],
      instructions: [],
      emptiness: null,
    };
    pages.set(number, page);
    return page;
  };
  for (const piece of details.pieces) pageOf(piece.page ?? 1).pieces.push(piece);
  for (const hidden of details.hidden) pageOf(hidden.page).hidden.push(hidden);
  for (const sentence of details.instructions) pageOf(sentence.page).instructions.push(sentence);
  for (const { page, why } of details.emptyPages) pageOf(page).emptiness = why;
  return [...pages.values()].sort((one, other) => one.number - other.number);
}

export function findPageWith(pages: ReadPage[], words: string | null): number {
  if (!words) return -1;
  return pages.findIndex(({ pieces }) => pieces.some(({ text }) => text.includes(words)));
}
