import { and, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { limitStatements, longMs } from '#server/db/limit-statements.ts';
import {
  auditLog,
  deliveries,
  handleAliases,
  messages,
  optOuts,
  replyDrafts,
  threads,
} from '#server/db/schema.ts';
import { eraseEvidence } from '#server/experts/knowledge/evidence-store.ts';
import { eraseAttachments } from '#server/messages/attachments-store.ts';
import { eraseMarks } from '#server/messages/erase-marks.ts';
import { detachThreads } from '#server/messages/risk-events-store.ts';
import { removeThreads, replaceWords } from '#server/messages/search/index-store.ts';
import { listQuestionEndings } from '#server/messages/system-texts.ts';

/** Messages stay as empty rows for the ledger and analytics. Waiting ones are neither answered nor sent. */
export async function eraseThreads(
  tx: Database,
  ids: string[],
  { ownerId, now }: { ownerId: string | null; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await limitStatements(tx, longMs);
  const ofThreads = inArray(messages.threadId, ids);
  await eraseAttachments(tx, tx.select({ id: messages.id }).from(messages).where(ofThreads));
  await tx.delete(deliveries).where(inArray(deliveries.threadId, ids));
  await tx
    .update(messages)
    .set({
      body: '',
      unsentLength: null,
      gatewayAccount: null,
      gatewayMessageId: null,
      quotedGatewayId: null,
      reaction: null,
      reactsToId: null,
      failures: [],
      // The decision still counts, but its reason would reveal the text.
      verdict: sql`jsonb_set(${messages.verdict}, '{reason}', '""')`,
      sources: null,
      answerState: sql`case when ${messages.answerState} in ('waiting', 'held') then 'recorded' else ${messages.answerState} end`,
      deliveryState: failUnlessSent(messages.deliveryState),
      deliveryReason: null,
    })
    .where(ofThreads);
  await tx.delete(replyDrafts).where(inArray(replyDrafts.threadId, ids));
  await eraseEvidence(tx, ids);
  await eraseMarks(tx, ids);
  await detachThreads(tx, ids);
  await removeThreads(tx, ids);
  await eraseAliases(tx, ids);
  await tx
    .update(threads)
    .set({
      handle: '',
      route: null,
      erasedAt: now,
      userId: ownerId,
      isCurrent: false,
      title: null,
      lastMessage: null,
      humanWantedAt: null,
      riskAt: null,
      concernAt: null,
      alertDueAt: null,
      minorSince: null,
      creditNoticeAt: null,
    })
    .where(inArray(threads.id, ids));
  // Titles by an admin.
  await tx
    .update(auditLog)
    .set({ before: null, after: {} })
    .where(and(eq(auditLog.entity, 'thread'), inArray(auditLog.entityId, ids)));
}

/** A STOP holds for all of a person's handles, so those stay. */
async function eraseAliases(tx: Database, threadIds: string[]): Promise<void> {
  const handles = tx
    .select({ handle: threads.handle })
    .from(threads)
    .where(inArray(threads.id, threadIds));
  const stop = tx
    .select({ one: sql`1` })
    .from(optOuts)
    .where(
      and(eq(optOuts.channel, handleAliases.channel), eq(optOuts.handle, handleAliases.handle)),
    );
  await tx
    .delete(handleAliases)
    .where(and(inArray(handleAliases.handle, handles), notExists(stop)));
}

/** The rest of the thread stays: an unverified number may be another person's. */
export async function eraseQuestions(tx: Database, ids: string[], email: string): Promise<void> {
  if (ids.length === 0) return;
  const endings = listQuestionEndings(email);
  const isQuestion = and(
    inArray(messages.threadId, ids),
    eq(messages.systemKind, 'question'),
    or(...endings.map((ending) => sql`position(${ending} in ${messages.body}) > 0`)),
  );
  const questions = tx.select({ id: messages.id }).from(messages).where(isQuestion);
  const withoutEmail = (text: typeof messages.body | typeof threads.lastMessage) =>
    endings.reduce((rest, ending) => sql`replace(${rest}, ${ending}, '.')`, sql`${text}`);
  await tx
    .update(deliveries)
    .set({ body: '', state: failUnlessSent(deliveries.state) })
    .where(inArray(deliveries.messageId, questions));
  const changed = await tx
    .update(messages)
    .set({
      body: withoutEmail(messages.body),
      deliveryState: failUnlessSent(messages.deliveryState),
    })
    .where(isQuestion)
    .returning({ id: messages.id });
  await replaceWords(
    tx,
    changed.map(({ id }) => id),
  );
  await tx
    .update(threads)
    .set({ lastMessage: withoutEmail(threads.lastMessage) })
    .where(inArray(threads.id, ids));
}

function failUnlessSent(state: typeof deliveries.state | typeof messages.deliveryState): SQL {
  return sql`case when ${state} in ('queued', 'sending', 'uncertain') then 'failed' else ${state} end`;
}
