import type { Evidence } from '#shared/api/knowledge.ts';

export type Quote = Evidence['quotes'][number];
/** Of one page. */
export type PageQuotes = [Quote, ...Quote[]];

/** In the order of each page's first quote. */
export function groupQuotes(quotes: Quote[]): PageQuotes[] {
  const pages = new Map<string, PageQuotes>();
  for (const quote of quotes) {
    const key = `${quote.sourceId} ${quote.page}`;
    const known = pages.get(key);
    if (known) known.push(quote);
    else pages.set(key, [quote]);
  }
  return [...pages.values()];
}
