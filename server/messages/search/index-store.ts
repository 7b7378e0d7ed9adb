import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messageSearch, messages } from '#server/db/schema.ts';
import { lockProgress } from './progress-store.ts';
import { writeVector } from './text-search.ts';
import { readWords } from './words.ts';

/** The caller holds the progress lock. */
export async function addWords(tx: Database, found: { id: string; body: string }[]): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ id, body }) => ({ id, words: writeVector(readWords(body)) }));
  await tx.execute(
    sql`insert into message_search (message_id, thread_id, expert_id, created_at, words)
        select m.id, m.thread_id, t.expert_id, m.created_at, row.words::tsvector
        from json_to_recordset(${JSON.stringify(rows)}::json) as row(id uuid, words text)
        join messages m on m.id = row.id
        join threads t on t.id = m.thread_id
        on conflict do nothing`,
  );
}

/** Removes even words that a running batch is about to add. The caller has locked the threads. */
export async function removeThreads(tx: Database, threadIds: string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await lockProgress(tx);
  await tx.delete(messageSearch).where(inArray(messageSearch.threadId, threadIds));
}

/** Of messages without words. Removes even what a running batch is about to add. */
export async function removeWords(tx: Database, messageIds: string[]): Promise<void> {
  await lockProgress(tx);
  const { id } = messages;
  // By the whole key: else PostgreSQL reads the whole table.
  await tx.execute(
    sql`delete from ${messageSearch} using ${messages} where ${inArray(id, messageIds)}
        and ${messageSearch.createdAt} = ${messages.createdAt} and ${messageSearch.messageId} = ${id}`,
  );
}

export async function replaceWords(tx: Database, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await removeWords(tx, messageIds);
  const { id, body, revokedAt } = messages;
  const changed = await tx
    .select({ id, body })
    .from(messages)
    .where(and(inArray(id, messageIds), isNull(revokedAt)));
  await addWords(tx, changed);
}
