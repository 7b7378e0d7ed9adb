import { randomBytes } from 'node:crypto';
import { stripSwitches } from '../answers/conversation.ts';
import { insertBeforeTrailer } from '../answers/pieces/trailer.ts';

/** Empty: any domain. */
export type SearchTool = { allowedDomains: string[] };

const everywhere = ['en.wikipedia.org', 'www.example.com'];
const pagesPerSearch = 2;

/** The pages are made up. */
export function cite(text: string, question: string, { allowedDomains }: SearchTool): string {
  const words = stripSwitches(question)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const page = words?.slice(0, 6).join('-') ?? 'page';
  const domains = allowedDomains.length > 0 ? allowedDomains : everywhere;
  const marks = domains
    .slice(0, pagesPerSearch)
    .map((domain) => `[${domain}](https://${domain}/${page}?utm_source=openai)`);
  return insertBeforeTrailer(text, ` (${marks.join(', ')})`);
}

const mark = /\[([^\]]+)\]\((https:[^)]+)\)/g;

export function listAnnotations(text: string) {
  return [...text.matchAll(mark)].map(({ 0: whole, 1: domain, 2: url = '', index }) => ({
    type: 'url_citation',
    start_index: index,
    end_index: index + whole.length,
    url,
    title: `${new URL(url).pathname.slice(1).replaceAll('-', ' ')} | ${domain}`,
  }));
}

export function showSearchCall(text: string, query: string) {
  const sources = listAnnotations(text).map(({ url }) => ({ type: 'url', url }));
  return {
    id: `ws_${randomBytes(24).toString('hex')}`,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query, queries: [query], sources },
  };
}
