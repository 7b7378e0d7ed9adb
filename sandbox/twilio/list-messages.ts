import type { Text } from '../texts.ts';
import { apiVersion, showMessage } from './message-resource.ts';

/** GET Messages.json: newest first, filtered and paged as the REST API does. */
export function listMessages(texts: readonly Text[], query: URLSearchParams, accountSid: string) {
  const path = `/${apiVersion}/Accounts/${accountSid}/Messages.json`;
  const pageSize = clamp(Number(query.get('PageSize') ?? 50) || 50, 1, 1000);
  const page = clamp(Number(query.get('Page') ?? 0) || 0, 0, 1_000_000);
  const matching = texts.filter((text) => matches(text, query)).reverse();
  const start = page * pageSize;
  const shown = matching.slice(start, start + pageSize);
  const uriOf = (number: number) => {
    const params = new URLSearchParams(query);
    params.set('PageSize', String(pageSize));
    params.set('Page', String(number));
    return `${path}?${params}`;
  };
  return {
    end: start + Math.max(shown.length - 1, 0),
    first_page_uri: uriOf(0),
    messages: shown.map((text) => showMessage(text, accountSid)),
    next_page_uri: start + pageSize < matching.length ? uriOf(page + 1) : null,
    page,
    page_size: pageSize,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    start,
    uri: uriOf(page),
  };
}

function matches(text: Text, query: URLSearchParams): boolean {
  const to = query.get('To');
  const from = query.get('From');
  if (to && to.trim() !== text.to) return false;
  if (from && from.trim() !== text.from) return false;
  return [...query].every(([name, value]) => matchesDate(text, name, value));
}

/**
 * `DateSent=D` is that day in UTC, `DateSent>=D` from then on, `DateSent<=D` up to the end of it. A query string cuts
 * `DateSent>=D` at its equals sign, so the names arrive as `DateSent>` and `DateSent<`. A text that waits to be sent
 * counts by the moment it was taken: what asks is looking for a text it has just handed over.
 */
function matchesDate(text: Text, name: string, value: string): boolean {
  const comparison = /^DateSent([<>]?)=?$/.exec(name)?.[1];
  if (comparison === undefined) return true;
  const from = Date.parse(value);
  if (Number.isNaN(from)) return true;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const until = isDay ? from + 24 * 60 * 60 * 1000 : from + 1000;
  const at = Date.parse(text.sentAt ?? text.createdAt);
  if (comparison === '>') return at >= from;
  return comparison === '<' ? at < until : at >= from && at < until;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), least), most);
}
