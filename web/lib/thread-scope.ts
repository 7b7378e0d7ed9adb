import type { MessageKind } from '#shared/api/threads.ts';

/** Which conversations a list is narrowed to, as it stands in the page's address and in the server's. */
export type ThreadScope = {
  with?: MessageKind;
  expertId?: string;
  /** First and last day, both included. */
  from?: string;
  to?: string;
  timeZone?: string;
};

const names = ['with', 'expertId', 'from', 'to', 'timeZone'] as const;

/** The scope of an address; null where it names none. The server refuses what makes no sense. */
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
