import { dayMs } from '#shared/time.ts';
import type { Text } from '../texts.ts';
import { apiVersion, showMessage } from './message-resource.ts';
import { showPage } from './page.ts';

export function listMessages(texts: readonly Text[], query: URLSearchParams, accountSid: string) {
  const found = texts.filter((text) => matches(text, query)).reverse();
  const path = `/${apiVersion}/Accounts/${accountSid}/Messages.json`;
  return showPage('messages', path, query, found, (text) => showMessage(text, accountSid));
}

function matches(text: Text, query: URLSearchParams): boolean {
  const to = query.get('To');
  const from = query.get('From');
  if (to && to.trim() !== text.to) return false;
  if (from && from.trim() !== text.from) return false;
  return [...query].every(([name, value]) => matchesDate(text, name, value));
}

/**
 * `DateSent` is a whole UTC day; `DateSent>` and `DateSent<` include their moment or day. (A query
 * string cuts `DateSent>=D` at its equals sign.) A waiting text counts from its acceptance: the
 * caller looks for one just handed over.
 */
function matchesDate(text: Text, name: string, value: string): boolean {
  const comparison = /^DateSent([<>]?)=?$/.exec(name)?.[1];
  if (comparison === undefined) return true;
  const from = Date.parse(comparison === '' ? value.slice(0, 10) : value);
  if (Number.isNaN(from)) return true;
  const isDay = comparison === '' || /^\d{4}-\d{2}-\d{2}$/.test(value);
  const until = from + (isDay ? dayMs : 1000);
  const at = Date.parse(text.sentAt ?? text.createdAt);
  if (comparison === '>') return at >= from;
  return comparison === '<' ? at < until : at >= from && at < until;
}
