import type { MessageKind, ThreadState } from '#shared/api/thread-filters.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** In the page's URL and in the API's query. */
export type ThreadScope = {
  state?: ThreadState;
  channel?: ChannelKey;
  with?: MessageKind;
  expertId?: string;
  /** A label's id. */
  labelled?: string;
  /** A colleague's id. */
  assigneeId?: string;
  /** First and last day, inclusive. */
  from?: string;
  to?: string;
  timeZone?: string;
};

const names = [
  'state',
  'channel',
  'with',
  'expertId',
  'labelled',
  'assigneeId',
  'from',
  'to',
  'timeZone',
] as const;

/** Null without a filter. The server rejects invalid values. */
export function readScope(search: string): ThreadScope | null {
  const query = new URLSearchParams(search);
  const entries = names.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  const isNarrowed = entries.some(([name]) => name !== 'timeZone');
  return isNarrowed ? Object.fromEntries(entries) : null;
}

export function writeScope(scope: ThreadScope): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = scope[name];
    if (value) query.set(name, value);
  }
  return query;
}
