import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#server/access/guard.ts';
import { type Database, toArray } from '#server/db/client.ts';
import { placeColumns } from '#server/db/place-columns.ts';
import { experts, messageSearch, messages, threads, users } from '#server/db/schema.ts';
import { findByAnyId } from '#server/messages/ids-store.ts';
import { looksLikeId } from '#shared/any-id.ts';
import { selectMatchingIds, type ThreadFilter } from '../conversations/states.ts';

export type SearchCursor = { micros: string; id: string };
export type SearchScope = {
  expertId: string | undefined;
  from: Date | undefined;
  /** Exclusive. */
  before: Date | undefined;
  threads: ThreadFilter | undefined;
};

export type FoundMessage = Awaited<ReturnType<typeof findMessages>>[number];

type Wanted = {
  /** From `writeQuery`. */
  query: string;
  scope: SearchScope;
  after: SearchCursor | null;
  limit: number;
};

/** Among so many a common word fills a page. */
const newestRows = 5_000;

/**
 * Newest first. Common words are found among the newest messages, rare ones by the index. PostgreSQL can't tell them
 * apart: its statistics know few words, and the embedded database gathers none.
 */
export async function findMessages(db: Database, reader: Reader, wanted: Wanted) {
  await avoidWholeTable(db);
  if (reader.isStaff) {
    const found = await readFound(db, reader, selectAmongNewest(wanted));
    if (found.length === wanted.limit) return found;
  }
  return readFound(db, reader, selectByWords(reader, wanted));
}

/** Without JIT, which would compile for 20 ms where a scan can't be avoided, because it counts as endlessly expensive. */
export async function avoidWholeTable(db: Database): Promise<void> {
  await db.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
  );
}

export function selectAmongNewest({ query, scope, after, limit }: Wanted): SQL {
  return sql`(with newest as materialized (
      select * from ${messageSearch} where ${isWithin(scope, after)}
      order by created_at desc, message_id desc limit ${newestRows})
    select message_id as id from newest where words @@ ${query}::tsquery ${isInScope(scope)}
    order by created_at desc, message_id desc limit ${limit})`;
}

/** "offset 0" hides the order, which the planner would follow through the whole table. */
export function selectByWords(reader: Reader, { query, scope, after, limit }: Wanted): SQL {
  const isStaff = reader.isStaff;
  const own = sql`and thread_id in (select id from threads where user_id = ${reader.id})`;
  // Outside, so that only the reader's own hits are looked up.
  const isShownToPerson = sql`where (select delivery_state from messages where id = matching.id)
    is distinct from 'withheld'`;
  return sql`(select id from (
      select message_id as id, created_at from ${messageSearch}
      where words @@ ${query}::tsquery and ${isWithin(scope, after)} ${isInScope(scope)}
        ${isStaff ? sql`` : own} offset 0) matching
    ${isStaff ? sql`` : isShownToPerson}
    order by created_at desc, id desc limit ${limit})`;
}

function isInScope({ expertId, threads: filter }: SearchScope): SQL {
  const ofExpert = expertId ? sql`and expert_id = ${expertId}` : sql``;
  return filter ? sql`${ofExpert} and thread_id in ${selectMatchingIds(filter)}` : ofExpert;
}

function isWithin({ from, before }: SearchScope, after: SearchCursor | null): SQL | undefined {
  return and(
    sql`true`,
    from && sql`created_at >= ${from.toISOString()}::timestamptz`,
    before && sql`created_at < ${before.toISOString()}::timestamptz`,
    after
      ? sql`(created_at, message_id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
      : undefined,
  );
}

/** By an id of theirs, the gateway's or the webhook's. For staff. */
export async function findMessagesById(db: Database, reader: Reader, text: string) {
  if (!reader.isStaff || !looksLikeId(text)) return [];
  const ids = await findByAnyId(db, text.trim());
  if (ids.length === 0) return [];
  return readFound(db, reader, sql`(select unnest(${toArray(ids)}::uuid[]) as id)`);
}

function readFound(db: Database, reader: Reader, found: SQL) {
  return db
    .select({
      ...placeColumns,
      messageId: messages.id,
      direction: messages.direction,
      createdAt: messages.createdAt,
      body: messages.body,
      /** In microseconds: a cursor must be exact. */
      micros: sql<string>`(extract(epoch from ${messages.createdAt}) * 1000000)::bigint::text`,
    })
    .from(messages)
    .innerJoin(sql`${found} as found`, sql`found.id = ${messages.id}`)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(isReadableBy(reader))
    .orderBy(sql`${messages.createdAt} desc`, sql`${messages.id} desc`);
}

/** Hides erased accounts' threads, kept for the ledger. */
export function isReadableBy(reader: Reader): SQL | undefined {
  return reader.isStaff ? isNull(threads.erasedAt) : eq(threads.userId, reader.id);
}
