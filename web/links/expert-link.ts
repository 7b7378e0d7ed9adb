export function hrefOfExpert(expertId: string): string {
  return `/experts/${expertId}`;
}

export function historyHref(expertId: string, version: number): string {
  return `${hrefOfExpert(expertId)}?${new URLSearchParams({ history: String(version) })}`;
}

export function readVersion(search: string): number | null {
  return Number(new URLSearchParams(search).get('history')) || null;
}

/** Opens what was read of a source on its expert's page. */
export const sourceParameter = 'source';
/** Marked in what was read. */
export const wordsParameter = 'words';
/** Enough to find them, and for an address. */
const maxWordsLength = 300;

export function hrefOfSource(expertId: string, sourceId: string, words = ''): string {
  const query = new URLSearchParams({ [sourceParameter]: sourceId });
  if (words !== '') query.set(wordsParameter, words.slice(0, maxWordsLength));
  return `${hrefOfExpert(expertId)}?${query}`;
}

export function readWords(search: string): string | null {
  return new URLSearchParams(search).get(wordsParameter);
}
