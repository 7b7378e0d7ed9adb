import { type ThreadScope, writeScope } from './thread-scope.ts';

/** What the inbox shows, as its URL says. */
export type InboxPlace = {
  scope: ThreadScope | null;
  /** The search; empty without one. */
  search: string;
  threadId: string | null;
  /** The message to land on. */
  messageId: string | null;
};

export function writeInboxPlace({ scope, search, threadId, messageId }: InboxPlace): string {
  const query = writeScope(scope ?? {});
  if (search.trim() !== '') query.set('q', search);
  if (threadId) query.set('thread', threadId);
  if (threadId && messageId) query.set('message', messageId);
  return query.size > 0 ? `?${query}` : '';
}

export function readInboxPlace(address: string): Omit<InboxPlace, 'scope'> {
  const query = new URLSearchParams(address);
  return {
    search: query.get('q') ?? '',
    threadId: query.get('thread'),
    messageId: query.get('message'),
  };
}
