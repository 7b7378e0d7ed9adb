import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import {
  evidence,
  messages,
  type StoredEvidence,
  type StoredQuote,
  sources,
  threads,
} from '#server/db/schema.ts';

/**
 * @param openKey what equal questions share; null for one that was answered, or is only talk. A message that is answered
 * again has one row, the last.
 */
export async function storeEvidence(
  tx: Database,
  about: { messageId: string; expertId: string; openKey: string | null; now: Date },
  found: StoredEvidence,
): Promise<void> {
  const { messageId, expertId, openKey, now } = about;
  const values = { ...found, expertId, openKey, createdAt: now };
  await tx
    .insert(evidence)
    .values({ messageId, ...values })
    .onConflictDoUpdate({ target: evidence.messageId, set: values });
}

export type OpenQuestion = {
  messageId: string;
  threadId: string;
  question: string;
  outcome: 'no_answer' | 'unverified';
  fault: string | null;
  count: number;
  lastAskedAt: Date;
};

/** The newest of each key, newest first. Erased and expired ones are left out. */
export async function listOpenQuestions(
  db: Database,
  expertId: string,
  { before, limit }: { before: Date | null; limit: number },
): Promise<OpenQuestion[]> {
  const rows = await rowsOf<Omit<OpenQuestion, 'lastAskedAt'> & { lastAskedAt: string }>(
    db,
    sql`select * from (
        select distinct on (open.open_key) open.message_id as "messageId", asked.thread_id as "threadId",
          asked.body as question, open.outcome, open.faults ->> 0 as fault,
          (count(*) over (partition by open.open_key))::int as count, open.created_at as "lastAskedAt"
        from ${evidence} as open
        join ${messages} as asked on asked.id = open.message_id
        join ${threads} as thread on thread.id = asked.thread_id
        where open.expert_id = ${expertId} and open.open_key is not null
          and thread.erased_at is null and asked.expired_at is null and asked.revoked_at is null
        order by open.open_key, open.created_at desc) as newest
      ${before ? sql`where "lastAskedAt" < ${before.toISOString()}::timestamptz` : sql``}
      order by "lastAskedAt" desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, lastAskedAt: new Date(row.lastAskedAt) }));
}

/** Null if it is no open question, or of an erased conversation. */
export async function lockOpenQuestion(tx: Database, messageId: string) {
  const [row] = await tx
    .select({
      messageId: evidence.messageId,
      expertId: evidence.expertId,
      openKey: evidence.openKey,
      question: messages.body,
    })
    .from(evidence)
    .innerJoin(messages, eq(messages.id, evidence.messageId))
    .where(and(eq(evidence.messageId, messageId), isNotNull(evidence.openKey)))
    .for('update', { of: evidence });
  return row ?? null;
}

/** Each thread that asked it, by its last message that did. */
export async function listAskers(
  db: Database,
  { expertId, openKey }: { expertId: string; openKey: string },
): Promise<{ messageId: string; handle: string }[]> {
  return db
    .selectDistinctOn([messages.threadId], { messageId: messages.id, handle: threads.handle })
    .from(evidence)
    .innerJoin(messages, eq(messages.id, evidence.messageId))
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(
      and(
        eq(evidence.expertId, expertId),
        eq(evidence.openKey, openKey),
        sql`${threads.erasedAt} is null and ${threads.isCurrent}`,
      ),
    )
    .orderBy(messages.threadId, desc(evidence.createdAt));
}

export async function closeQuestions(
  tx: Database,
  { expertId, openKey }: { expertId: string; openKey: string },
): Promise<void> {
  await tx
    .update(evidence)
    .set({ openKey: null })
    .where(and(eq(evidence.expertId, expertId), eq(evidence.openKey, openKey)));
}

type Shown = Pick<StoredQuote, 'title' | 'page' | 'words'>;

/** What people may be told, by the answer that quotes it. */
export async function listShownQuotes(
  db: Database,
  among: { id: string; origin: string; replyToId: string | null }[],
): Promise<Map<string, Shown[]>> {
  const answers = among.flatMap(({ id, origin, replyToId }) =>
    origin === 'ai' && replyToId !== null ? [{ id, replyToId }] : [],
  );
  if (answers.length === 0) return new Map();
  const asked = answers.map(({ replyToId }) => replyToId);
  const found = await db
    .select({ messageId: evidence.messageId, quotes: evidence.quotes })
    .from(evidence)
    .where(inArray(evidence.messageId, asked));
  const byQuestion = new Map(found.map(({ messageId, quotes }) => [messageId, quotes]));
  return new Map(
    answers.map(({ id, replyToId }) => [id, (byQuestion.get(replyToId) ?? []).flatMap(toShown)]),
  );
}

function toShown({ title, page, words, isQuotable }: StoredQuote): Shown[] {
  return isQuotable && words !== '' ? [{ title, page, words }] : [];
}

/** With the threads' words goes what was refused in answer to them. */
export async function eraseEvidence(tx: Database, threadIds: string[]): Promise<void> {
  const asked = tx
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.threadId, threadIds));
  await tx.delete(evidence).where(inArray(evidence.messageId, asked));
}

export async function deleteEvidenceBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(db, evidence.messageId, { which: lt(evidence.createdAt, before), limit });
}

/** Of the thread's last answer by a model: titles once each, and the address of the first that is a web page. */
export async function findLastQuoted(
  db: Database,
  threadId: string,
): Promise<{ titles: string[]; link: string | null } | null> {
  const [row] = await rowsOf<{ titles: string[] | null; link: string | null }>(
    db,
    sql`with last as (
        select reply.reply_to_id as id from ${messages} as reply
        where reply.thread_id = ${threadId} and reply.origin = 'ai' order by reply.seq desc limit 1)
      select json_agg(quoted.title order by quoted.nth) as titles,
        (json_agg(quoted.url order by quoted.nth) filter (where quoted.url is not null)) ->> 0 as link
      from (
        select quote ->> 'title' as title, min(nth) as nth, min(source.url) as url
        from last join ${evidence} as found on found.message_id = last.id
        cross join lateral jsonb_array_elements(found.quotes) with ordinality as said(quote, nth)
        left join ${sources} as source on source.id = (quote ->> 'sourceId')::uuid
        where quote ->> 'isQuotable' = 'true' and quote ->> 'words' <> ''
        group by 1) as quoted`,
  );
  return row?.titles ? { titles: row.titles, link: row.link } : null;
}
