import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#server/access/guard.ts';
import type { Database } from '#server/db/client.ts';
import { placeColumns } from '#server/db/place-columns.ts';
import { experts, threads, threadWords, users, userWords } from '#server/db/schema.ts';
import { quoteWord } from '#server/messages/search/text-search.ts';
import { foldText, maxWordLength } from '#server/messages/search/words.ts';
import { selectMatchingIds, type ThreadFilter } from '../conversations/states.ts';
import { isReadableBy } from './messages-store.ts';

export type NameQuery = {
  /** From `writeNameQuery`. */
  words: string;
  filter: ThreadFilter | undefined;
  limit: number;
};

const newest = sql`coalesce(${threads.lastMessageAt}, ${threads.createdAt})`;

/** Every word may be a prefix; a number is one word, however it is grouped. Null without words. */
export function writeNameQuery(text: string): string | null {
  const isNumber = /^[+\d\s().-]+$/.test(text);
  const words = isNumber
    ? // 020 7946 0991 is +44 20 7946 0991.
      [text.replace(/\D/g, '').replace(/^0+(?=\d{3})/, '')]
    : foldText(text).split(/[^\p{L}\p{N}\p{M}]+/u);
  const wanted = words.filter(Boolean).map((word) => word.slice(0, maxWordLength).toWellFormed());
  return wanted.length > 0 ? wanted.map((word) => `${quoteWord(word)}:*`).join(' & ') : null;
}

/** By name, email or number, newest first. */
export function findAccounts(db: Database, { words, filter, limit }: NameQuery) {
  // Drizzle omits the table names here.
  const own = sql`from threads t where t.user_id = users.id and t.erased_at is null
    ${filter ? sql`and t.id in ${selectMatchingIds(filter)}` : sql``}`;
  return db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      address: users.phoneNumber,
      threadId: sql<string | null>`(select t.id ${own}
        order by coalesce(t.last_message_at, t.created_at) desc, t.id desc nulls last limit 1)`,
    })
    .from(users)
    .where(
      and(
        hasWords(users, words),
        eq(users.role, 'USER'),
        filter ? sql`exists (select ${own})` : undefined,
      ),
    )
    .orderBy(sql`${users.id} desc`)
    .limit(limit);
}

/** Addresses without an account. */
export function findUnknown(db: Database, { words, filter, limit }: NameQuery) {
  return db
    .select({ address: threads.handle, threadId: threads.id })
    .from(threads)
    .where(
      and(
        hasWords(threads, words),
        filter && isAmong(filter),
        isNull(threads.title),
        isNull(threads.userId),
        isNull(threads.erasedAt),
      ),
    )
    .orderBy(sql`${newest} desc`, sql`${threads.id} desc nulls last`)
    .limit(limit);
}

/** With an edited title. */
export function findTitles(db: Database, reader: Reader, { words, filter, limit }: NameQuery) {
  return db
    .select(placeColumns)
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(
      and(
        hasWords(threads, words),
        filter && isAmong(filter),
        isNotNull(threads.title),
        isReadableBy(reader),
      ),
    )
    .orderBy(sql`${newest} desc`, sql`${threads.id} desc nulls last`)
    .limit(limit);
}

function isAmong(filter: ThreadFilter): SQL {
  return sql`${threads.id} in ${selectMatchingIds(filter)}`;
}

/** "offset 0" hides the limit: else the planner computes the words of every row. */
function hasWords(table: typeof users | typeof threads, query: string): SQL {
  const [words, isIndexed] =
    table === users
      ? [userWords(users), isNull(users.deletedAt)]
      : [threadWords(threads), sql`(${threads.title} is not null or ${threads.userId} is null)`];
  return sql`${table.id} in (select id from ${table} where ${words} @@ ${query}::tsquery and ${isIndexed} offset 0)`;
}
