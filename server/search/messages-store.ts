import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts, messageSearch, messages, threads, users } from '#server/db/schema.ts';
import type { Reader } from '#server/threads/store.ts';

export type SearchCursor = { micros: string; id: string };
export type SearchScope = {
  expertId: string | undefined;
  from: Date | undefined;
  /** Not included. */
  before: Date | undefined;
};

export type FoundMessage = Awaited<ReturnType<typeof findMessages>>[number];

/** Enough of a thread to name it. */
export const placeColumns = {
  threadId: threads.id,
  title: threads.title,
  handle: threads.handle,
  firstName: users.firstName,
  lastName: users.lastName,
  expert: {
    id: experts.id,
    displayName: experts.displayName,
    imageUrl: experts.imageUrl,
    channel: experts.channel,
  },
};

/** Newest first. @param query of `writeQuery`. */
export function findMessages(
  db: Database,
  reader: Reader,
  wanted: { query: string; scope: SearchScope; after: SearchCursor | null; limit: number },
) {
  const { createdAt, messageId } = messageSearch;
  const found = db
    .select({ createdAt: sql<Date>`${createdAt}`.as('found_at'), id: messageId })
    .from(messageSearch)
    .where(and(sql`${messageSearch.words} @@ ${wanted.query}::tsquery`, isWanted(reader, wanted)))
    .orderBy(sql`${createdAt} desc`, sql`${messageId} desc`)
    .limit(wanted.limit)
    .as('found');
  return db
    .select({
      ...placeColumns,
      messageId: messages.id,
      direction: messages.direction,
      createdAt: messages.createdAt,
      body: messages.body,
      /** Exact, for the cursor. */
      micros: sql<string>`(extract(epoch from ${messages.createdAt}) * 1000000)::bigint::text`,
    })
    .from(found)
    .innerJoin(messages, eq(messages.id, found.id))
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(isReadableBy(reader))
    .orderBy(sql`${messages.createdAt} desc`, sql`${messages.id} desc`);
}

/** Threads of erased accounts exist for the ledger only. */
export function isReadableBy(reader: Reader): SQL | undefined {
  return reader.role === 'ADMIN' ? isNull(threads.erasedAt) : eq(threads.userId, reader.id);
}

function isWanted(
  reader: Reader,
  { scope, after }: { scope: SearchScope; after: SearchCursor | null },
): SQL | undefined {
  const { createdAt, messageId, expertId, threadId } = messageSearch;
  const own = sql`${threadId} in (select id from threads where user_id = ${reader.id})`;
  return and(
    reader.role === 'ADMIN' ? undefined : own,
    scope.expertId ? eq(expertId, scope.expertId) : undefined,
    scope.from && sql`${createdAt} >= ${scope.from.toISOString()}::timestamptz`,
    scope.before && sql`${createdAt} < ${scope.before.toISOString()}::timestamptz`,
    after
      ? sql`(${createdAt}, ${messageId}) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
      : undefined,
  );
}
