import { and, desc, eq, gt, inArray, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import { partMaxLength, readMaxLength } from '#shared/limits.ts';
import { minuteMs } from '#shared/time.ts';
import { hasAttachments } from './attachments-store.ts';
import { readableBody } from './readable-body.ts';

export type RecentTexts = {
  /** Recent texts in the thread, including this one. */
  all: number;
  /** Those with the same words. */
  same: number;
  /** From the last minutes, newest first. Only the start of each, to see if it is short. */
  before: TextPart[] | null;
};

export type TextPart = Pick<MessageRow, 'body' | 'guard'>;

const partMinutes = 3;

const loopMinutes = 10;
/** The loop guard needs no more. */
const maxRecent = 31;

export const recentTexts = sql<RecentTexts>`(
  select json_build_object('all', count(*)::int, 'same',
    (count(*) filter (where recent.body = left("messages"."body", ${sql.raw(String(readMaxLength))})))::int,
    'before', json_agg(json_build_object('body', left(recent.body, ${sql.raw(String(partMaxLength + 1))}), 'guard', recent.guard) order by recent.seq desc)
      filter (where recent.seq < "messages"."seq"
        and recent.created_at > "messages"."created_at" - ${sql.raw(String(partMinutes))} * interval '1 minute'))
  from (
    select left(earlier.body, ${sql.raw(String(readMaxLength))}) as body, earlier.guard, earlier.seq, earlier.created_at
    from ${messages} as earlier
    where earlier.thread_id = "messages"."thread_id" and earlier.direction = 'inbound'
      and earlier.seq <= "messages"."seq" and earlier.content <> 'reaction'
      and earlier.created_at > "messages"."created_at" - ${sql.raw(String(loopMinutes))} * interval '1 minute'
    order by earlier.seq desc nulls last limit ${sql.raw(String(maxRecent))}) as recent)`;

/** An answered question, or a reply. */
export type PastMessage = Pick<
  MessageRow,
  'id' | 'direction' | 'body' | 'disclosureLength' | 'replyToId' | 'answeredWithId'
> & { hasAttachments: boolean };

/** A model's window holds no more. */
export const maxPast = 200;

/** Newest first. The order matches the index on (thread, seq). */
export const pastMessages = sql<PastMessage[]>`(
  select coalesce(json_agg(past), '[]') from (
    select past.id, past.direction, past.reply_to_id as "replyToId", past.answered_with_id as "answeredWithId",
      past.disclosure_length as "disclosureLength",
      case when past.direction = 'inbound' then left(past.body, ${sql.raw(String(readMaxLength))}) else past.body end as body,
      ${hasAttachments(sql`past.id`)} as "hasAttachments"
    from ${messages} as past
    where past.thread_id = "messages"."thread_id" and (past.answer_state = 'answered' or past.origin in ('ai', 'admin'))
      and past.delivery_state is distinct from 'withheld' and past.revoked_at is null and past.expired_at is null
    order by past.seq desc nulls last limit ${sql.raw(String(maxPast))}) as past)`;

export type SaidText = {
  isOurs: boolean;
  at: number;
  /** The same words as the text that is asked about. */
  isSame: boolean;
  guard: string | null;
};

const maxSaid = 100;

/** Of the last minutes up to a text, newest first. */
export async function listSaid(
  db: Database,
  { threadId, seq, body, createdAt }: MessageRow,
): Promise<SaidText[]> {
  const { direction, guard } = messages;
  const rows = await db
    .select({ direction, guard, createdAt: messages.createdAt, body: readableBody })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        lte(messages.seq, seq),
        gt(messages.createdAt, findLoopStart(createdAt)),
        ne(messages.content, 'reaction'),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(maxSaid);
  return rows.map((row) => ({
    ...row,
    isOurs: row.direction === 'outbound',
    at: row.createdAt.getTime(),
    isSame: row.body === body,
  }));
}

const findLoopStart = (at: Date) => new Date(at.getTime() - loopMinutes * minuteMs);

/** Also after the text that is asked about: it may have arrived before its neighbor's turn was committed. */
export async function isToldOfLoop(
  db: Database,
  { threadId, createdAt }: MessageRow,
): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.systemKind, 'loop'),
        gt(messages.createdAt, findLoopStart(createdAt)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

export async function hasTextedSince(db: Database, threadId: string, time: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isNotNull(messages.deliveryState),
        gt(messages.createdAt, time),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** From this expert to this phone, in any of its threads. */
export async function hasPersonTexted(
  db: Database,
  { expertId, handle }: Pick<ThreadRow, 'expertId' | 'handle'>,
  since: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(
      and(
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        eq(messages.origin, 'admin'),
        gt(messages.createdAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Of a phone without an account: a person from the team has texted it since our last question. */
export async function answersPerson(
  db: Database,
  { threadId, seq }: Pick<MessageRow, 'threadId' | 'seq'>,
  questionKinds: string[],
): Promise<boolean> {
  const isPersons = eq(messages.origin, 'admin');
  const isQuestion = inArray(messages.systemKind, questionKinds);
  const [last] = await db
    .select({ origin: messages.origin })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), lt(messages.seq, seq), or(isPersons, isQuestion)))
    .orderBy(desc(messages.seq))
    .limit(1);
  return last?.origin === 'admin';
}

export type TextBefore = Pick<MessageRow, 'systemKind' | 'createdAt' | 'replyToId'> & {
  hasLeft: boolean;
};
