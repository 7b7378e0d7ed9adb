import { type ThreadScope, writeScope } from './thread-scope.ts';

export type InboxPlace = {
  scope: ThreadScope | null;
  /** Empty without a search. */
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
