import type { Database } from '#server/db/client.ts';
import { pageOf, parseSeqCursor } from '#server/http/pages.ts';
import type { MessagesQuery } from '#shared/api/messages.ts';
import {
  countFitting,
  getMessage,
  listMessages,
  listNewerMessages,
  type MessageView,
} from './messages-store.ts';
import type { ThreadView } from './store.ts';

/** `isForPerson`: only what the person may see. */
type Scope = { thread: ThreadView; isForPerson: boolean };
type MessagePage = { page: MessageView[]; older: MessageView | null; newer: MessageView | null };

/**
 * Newest first, with the messages at which the next pages begin.
 * @throws {AppError} 404 for a message of another thread, 400 for a cursor that is not ours.
 */
export async function readMessages(
  db: Database,
  { thread, isForPerson }: Scope,
  { cursor, around, newer, limit }: MessagesQuery,
): Promise<MessagePage> {
  const scope = { thread, isForPerson };
  if (newer) return { ...(await readNewer(db, scope, parseSeqCursor(newer), limit)), older: null };
  if (around) return readAround(db, scope, around, limit);
  const before = cursor ? parseSeqCursor(cursor) : null;
  return { ...(await readOlder(db, scope, before, limit)), newer: null };
}

async function readAround(
  db: Database,
  scope: Scope,
  messageId: string,
  limit: number,
): Promise<MessagePage> {
  const { seq } = await getMessage(db, scope.thread, messageId);
  const half = Math.ceil(limit / 2);
  // With the message itself.
  const { page, older } = await readOlder(db, scope, seq + 1, half);
  const later = await readNewer(db, scope, seq, limit - half);
  return { page: [...later.page, ...page], older, newer: later.newer };
}

async function readOlder(db: Database, scope: Scope, before: number | null, limit: number) {
  const { thread, isForPerson } = scope;
  const next = { direction: 'older', from: before, limit, isForPerson } as const;
  const size = await countFitting(db, thread, next);
  const found = await listMessages(db, thread, { before, limit: size + 1, isForPerson });
  const { page, last } = pageOf(found, size);
  return { page, older: last };
}

async function readNewer(db: Database, scope: Scope, after: number, limit: number) {
  const { thread, isForPerson } = scope;
  const next = { direction: 'newer', from: after, limit, isForPerson } as const;
  const size = await countFitting(db, thread, next);
  const found = await listNewerMessages(db, thread, { after, limit: size + 1, isForPerson });
  const { page, last } = pageOf(found, size);
  return { page: page.toReversed(), newer: last };
}
