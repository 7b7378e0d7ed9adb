import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { placeColumns } from '#server/db/place-columns.ts';
import { experts, threads, threadWords, users, userWords } from '#server/db/schema.ts';
import type { Reader } from '#server/threads/store.ts';
import { isReadableBy } from './messages-store.ts';
import { quoteWord } from './text-search.ts';
import { foldText, longestWord } from './words.ts';

const newest = sql`coalesce(${threads.lastMessageAt}, ${threads.createdAt})`;

/**
 * A `tsquery` for names: every word may be a prefix, and a number is one word, however it is grouped. Null for a text
 * without words.
 */
export function writeNameQuery(text: string): string | null {
  const isNumber = /^[+\d\s().-]+$/.test(text);
  const words = isNumber
    ? // 020 7946 0991 is +44 20 7946 0991.
      [text.replace(/\D/g, '').replace(/^0+(?=\d{3})/, '')]
    : foldText(text).split(/[^\p{L}\p{N}\p{M}]+/u);
  const wanted = words.filter(Boolean).map((word) => word.slice(0, longestWord).toWellFormed());
  return wanted.length > 0 ? wanted.map((word) => `${quoteWord(word)}:*`).join(' & ') : null;
}

/** By name, email or number. Newest first. */
export function findAccounts(db: Database, query: string, limit: number) {
  return db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      address: users.phoneNumber,
      // Spelled out, because Drizzle omits the table names here.
      threadId: sql<string | null>`(select t.id from threads t
        where t.user_id = users.id and t.erased_at is null
        order by coalesce(t.last_message_at, t.created_at) desc, t.id desc nulls last limit 1)`,
    })
    .from(users)
    .where(and(hasWords(users, query), eq(users.role, 'USER')))
    .orderBy(sql`${users.id} desc`)
    .limit(limit);
}

/** Addresses without an account. */
export function findUnknown(db: Database, query: string, limit: number) {
  return db
    .select({ address: threads.handle, threadId: threads.id })
    .from(threads)
    .where(
      and(
        hasWords(threads, query),
        isNull(threads.title),
        isNull(threads.userId),
        isNull(threads.erasedAt),
      ),
    )
    .orderBy(sql`${newest} desc`, sql`${threads.id} desc nulls last`)
    .limit(limit);
}

/** Threads whose title was edited. */
export function findTitles(db: Database, reader: Reader, query: string, limit: number) {
  return db
    .select(placeColumns)
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(and(hasWords(threads, query), isNotNull(threads.title), isReadableBy(reader)))
    .orderBy(sql`${newest} desc`, sql`${threads.id} desc nulls last`)
    .limit(limit);
}

/**
 * "offset 0" hides the limit from the planner, which would rather compute the words of every row until it has enough.
 */
function hasWords(table: typeof users | typeof threads, query: string): SQL {
  const [words, isIndexed] =
    table === users
      ? [userWords(users), isNull(users.deletedAt)]
      : [threadWords(threads), sql`(${threads.title} is not null or ${threads.userId} is null)`];
  return sql`${table.id} in (select id from ${table} where ${words} @@ ${query}::tsquery and ${isIndexed} offset 0)`;
}
