import { and, desc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { placeColumns } from '#server/db/place-columns.ts';
import { experts, messages, threadNotes, threads, users } from '#server/db/schema.ts';
import { writeVector } from '#server/messages/search/text-search.ts';
import { readWords } from '#server/messages/search/words.ts';
import { matchesFilter, type ThreadFilter } from '../conversations/states.ts';

/** Per thread: an open page loads them all. */
const maxNotes = 500;

export type NoteView = Awaited<ReturnType<typeof listNotes>>[number];
export type FoundNote = Awaited<ReturnType<typeof findNotes>>[number];
type Scope = Record<'from' | 'before', Date | undefined> & {
  expertId: string | undefined;
  threads: ThreadFilter | undefined;
};
type NoteRef = { threadId: string; noteId: string };

/** Oldest first. */
export async function listNotes(db: Database, threadId: string) {
  const newest = await selectNotes(db)
    .where(eq(threadNotes.threadId, threadId))
    .orderBy(desc(threadNotes.createdAt), desc(threadNotes.id))
    .limit(maxNotes);
  return newest.toReversed();
}

export async function findNote(db: Database, { threadId, noteId }: NoteRef) {
  const [note] = await selectNotes(db).where(isNote({ threadId, noteId }));
  return note ?? null;
}

function selectNotes(db: Database) {
  return db
    .select({
      id: threadNotes.id,
      body: threadNotes.body,
      createdAt: threadNotes.createdAt,
      author: {
        id: users.id,
        role: users.role,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
      },
    })
    .from(threadNotes)
    .innerJoin(users, eq(users.id, threadNotes.authorId));
}

export async function insertNote(
  tx: Database,
  note: { threadId: string; authorId: string; body: string; createdAt: Date },
): Promise<string> {
  const words = writeVector(readWords(note.body));
  const [added] = await tx
    .insert(threadNotes)
    .values({ ...note, words })
    .returning({ id: threadNotes.id });
  if (!added) throw new Error('The note was not stored');
  return added.id;
}

export async function deleteNote(tx: Database, ref: NoteRef): Promise<boolean> {
  const gone = await tx.delete(threadNotes).where(isNote(ref)).returning({ id: threadNotes.id });
  return gone.length > 0;
}

/**
 * Newest first.
 * @param query from `writeQuery`.
 */
export async function findNotes(
  db: Database,
  { query, scope, limit }: { query: string; scope: Scope; limit: number },
) {
  const matching = db
    .select({ id: threadNotes.id })
    .from(threadNotes)
    .where(sql`${threadNotes.words} @@ ${query}::tsquery`);
  const author = sql<string>`(select coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)
    from users a where a.id = ${threadNotes.authorId})`;
  const { createdAt } = threadNotes;
  const { expertId, from, before, threads: filter } = scope;
  /** The message that the note follows. */
  const above = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadNotes.threadId), lte(messages.createdAt, createdAt)))
    .orderBy(sql`${messages.seq} desc nulls last`)
    .limit(1);
  return db
    .select({
      ...placeColumns,
      noteId: threadNotes.id,
      body: threadNotes.body,
      createdAt,
      authorName: author,
      messageId: sql<string | null>`(${above})`,
    })
    .from(threadNotes)
    .innerJoin(threads, eq(threads.id, threadNotes.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(users, eq(users.id, threads.userId))
    .where(
      and(
        inArray(threadNotes.id, matching),
        isNull(threads.erasedAt),
        expertId ? eq(threads.expertId, expertId) : undefined,
        filter && matchesFilter(filter),
        from ? gte(createdAt, from) : undefined,
        before ? lt(createdAt, before) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(threadNotes.id))
    .limit(limit);
}

function isNote({ threadId, noteId }: NoteRef) {
  return and(eq(threadNotes.threadId, threadId), eq(threadNotes.id, noteId));
}
