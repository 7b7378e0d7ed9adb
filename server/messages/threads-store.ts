import { and, desc, eq, inArray, isNotNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import { hasAttachments } from './attachments-store.ts';
import { replaceWords } from './search/index-store.ts';
import { listQuestionEndings } from './system-texts.ts';

/** In thread lists, of a text without words; invisible characters are none. */
export const previewOf = (body: SQL, hasFiles: SQL): SQL<string> =>
  sql`coalesce(nullif(trim(${body}), ''),
    case when ${hasFiles} then '[Picture]' else '[Empty message]' end)`;

/** A text that its sender has deleted. */
export const revokedLabel = '[Deleted message]';

/** A text that is older than MESSAGE_DAYS. */
export const expiredLabel = '[No longer kept]';

/** Keeps the first time until an admin has written. */
export async function setHumanWanted(tx: Database, threadId: string, now: Date): Promise<void> {
  await tx
    .update(threads)
    .set({
      humanWantedAt: sql`coalesce(${threads.humanWantedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(threads.id, threadId));
}

type Wish = Pick<ThreadRow, 'id' | 'humanWantedAt' | 'handler'>;

/** Whether a person is wanted who was not, or is wanted again after a wait in vain. */
export async function isHumanWantedNow(tx: Database, before: Wish): Promise<boolean> {
  const [row] = await tx
    .select({ humanWantedAt: threads.humanWantedAt, handler: threads.handler })
    .from(threads)
    .where(eq(threads.id, before.id));
  if (!row?.humanWantedAt) return false;
  return before.humanWantedAt === null || (before.handler === 'ai' && row.handler === 'human');
}

export async function setAtRisk(tx: Database, threadId: string, now: Date): Promise<void> {
  await tx.update(threads).set({ riskAt: now, resolvedAt: null }).where(eq(threads.id, threadId));
}

/** Both marks. */
export async function clearRisk(tx: Database, threadId: string): Promise<void> {
  await tx.update(threads).set({ riskAt: null, concernAt: null }).where(eq(threads.id, threadId));
}

/** A quiet mark: nothing waits for the team. @param at null: it was nothing. */
export async function setConcern(tx: Database, threadId: string, at: Date | null): Promise<void> {
  await tx.update(threads).set({ concernAt: at }).where(eq(threads.id, threadId));
}

/** @param at null: the team was alerted. */
export async function setAlertDue(db: Database, threadId: string, at: Date | null): Promise<void> {
  await db.update(threads).set({ alertDueAt: at }).where(eq(threads.id, threadId));
}

/** Only an alert due until `by`. */
export async function clearAlert(db: Database, threadId: string, by: Date): Promise<void> {
  await db
    .update(threads)
    .set({ alertDueAt: null })
    .where(and(eq(threads.id, threadId), lte(threads.alertDueAt, by)));
}

export async function listDueAlerts(
  db: Database,
  before: Date,
  limit: number,
): Promise<Pick<ThreadRow, 'id' | 'userId'>[]> {
  return db
    .select({ id: threads.id, userId: threads.userId })
    .from(threads)
    .where(lte(threads.alertDueAt, before))
    .limit(limit);
}

export async function clearHumanWanted(tx: Database, threadId: string): Promise<void> {
  await tx.update(threads).set({ humanWantedAt: null }).where(eq(threads.id, threadId));
}

/** The phone's last text, if a person answers now. */
export async function findTextToAnswer(
  db: Database,
  threadId: string,
): Promise<{ thread: ThreadRow; gatewayMessageId: string | null } | null> {
  const { direction, gatewayMessageId, seq } = messages;
  const [row] = await db
    .select({ thread: threads, gatewayMessageId })
    .from(threads)
    .innerJoin(messages, eq(messages.threadId, threads.id))
    .where(
      and(
        eq(threads.id, threadId),
        eq(threads.handler, 'human'),
        threads.isCurrent,
        eq(direction, 'inbound'),
        isNotNull(gatewayMessageId),
      ),
    )
    .orderBy(desc(seq))
    .limit(1);
  return row ?? null;
}

/** @returns false without such a thread, or if the same event has closed it already. */
export async function closeThread(
  tx: Database,
  closing: { expertId: string; handle: string; gatewayMessageId: string },
): Promise<boolean> {
  const { expertId, handle, gatewayMessageId: closedBy } = closing;
  const closed = await tx
    .update(threads)
    .set({ closedBy })
    .where(
      and(
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        threads.isCurrent,
        sql`${threads.closedBy} is distinct from ${closedBy}`,
      ),
    )
    .returning({ id: threads.id });
  return closed.length > 0;
}

export async function getThreadOf(tx: Database, messageId: string): Promise<ThreadRow> {
  const [row] = await tx
    .select({ thread: threads })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(eq(messages.id, messageId));
  if (!row) throw new Error(`Message ${messageId} is gone`);
  return row.thread;
}

type Text = Pick<MessageRow, 'id' | 'seq'>;

/** The text, and the phone's unanswered texts after it. */
function isSince({ id, seq }: Text): SQL {
  return sql`(${messages.direction} = 'inbound' and ${messages.origin} = 'gateway' and (${messages.id} = ${id}
    or (${messages.answerState} = 'waiting' and ${messages.seq} > ${seq})))`;
}

/** Whether a thread has only questions for this account, and the texts since its proof. */
export async function isAboutOnly(
  tx: Database,
  threadId: string,
  { email, text }: { email: string; text: Text | undefined },
): Promise<boolean> {
  const endings = listQuestionEndings(email).map(
    (ending) => sql`position(${ending} in ${messages.body}) > 0`,
  );
  const isTheirQuestion = sql`(${messages.systemKind} = 'question' and ${or(...endings)})`;
  const [other] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        sql`${isTheirQuestion} is not true`,
        text && not(isSince(text)),
      ),
    )
    .limit(1);
  return other === undefined;
}

export async function moveTexts(
  tx: Database,
  text: Text,
  { fromIds, toId }: { fromIds: string[]; toId: string },
): Promise<void> {
  if (fromIds.length === 0) return;
  const moved = await tx
    .update(messages)
    .set({ threadId: toId })
    .where(and(inArray(messages.threadId, fromIds), isSince(text)))
    .returning({ id: messages.id });
  if (moved.length === 0) return;
  await refreshSummaries(tx, [...fromIds, toId]);
  await replaceWords(
    tx,
    moved.map(({ id }) => id),
  );
}

/** The person must not see a withheld reply. */
export const isShown = sql`${messages.deliveryState} is distinct from 'withheld'`;

async function refreshSummaries(tx: Database, ids: string[]): Promise<void> {
  const shown = previewOf(sql`body`, hasAttachments(sql`${messages.id}`));
  const latest = sql`(select case when revoked_at is null
      then ${shown} else ${revokedLabel} end as body, created_at
    from messages where thread_id = threads.id and ${isShown} order by seq desc nulls last limit 1)`;
  await tx
    .update(threads)
    .set({
      messageCount: sql`(select count(*) from messages where thread_id = threads.id)`,
      lastMessage: sql`(select body from ${latest} latest)`,
      lastMessageAt: sql`(select created_at from ${latest} latest)`,
      lastInboundSeq: sql`(select max(seq) from messages
        where thread_id = threads.id and direction = 'inbound')`,
      personWroteAt: sql`(select max(created_at) from messages
        where thread_id = threads.id and direction = 'inbound')`,
    })
    .where(inArray(threads.id, ids));
}
