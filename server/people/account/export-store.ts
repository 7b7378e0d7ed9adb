import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  auditLog,
  bankPayments,
  connections,
  creditEntries,
  experts,
  handleAliases,
  messages,
  optOuts,
  payments,
  subscriptions,
  testConversations,
  testMessages,
  threads,
  tokens,
  trialClaims,
  type UserRow,
} from '#server/db/schema.ts';
import { listShownQuotes } from '#server/experts/knowledge/evidence-store.ts';
import { listAttachments } from '#server/messages/attachments-store.ts';
import { isShown } from '#server/messages/threads-store.ts';

/** Without the conversations, which are long. */
export async function readAccountRows(db: Database, { id, ...person }: UserRow) {
  const phone = findVerifiedPhone(person);
  // A former address of the account may be another person's now.
  const handles = db
    .select({ handle: threads.handle })
    .from(threads)
    .where(and(eq(threads.userId, id), threads.isCurrent));
  const [trial] = await db
    .select()
    .from(trialClaims)
    .where(eq(trialClaims.userId, id))
    .orderBy(asc(trialClaims.createdAt))
    .limit(1);
  return {
    trialStartedAt: trial?.createdAt ?? null,
    sessions: await db
      .select()
      .from(tokens)
      .where(eq(tokens.userId, id))
      .orderBy(asc(tokens.createdAt)),
    connections: await db
      .select({ connection: connections, expert: experts.displayName })
      .from(connections)
      .innerJoin(experts, eq(experts.id, connections.expertId))
      .where(eq(connections.userId, id))
      .orderBy(asc(connections.createdAt)),
    optOuts: await db
      .select()
      .from(optOuts)
      .where(or(inArray(optOuts.handle, handles), phone ? eq(optOuts.handle, phone) : undefined))
      .orderBy(asc(optOuts.optedOutAt)),
    aliases: await db.select().from(handleAliases).where(inArray(handleAliases.handle, handles)),
    ledger: await db
      .select()
      .from(creditEntries)
      .where(eq(creditEntries.userId, id))
      .orderBy(asc(creditEntries.seq)),
    payments: await db
      .select()
      .from(payments)
      .where(eq(payments.userId, id))
      .orderBy(asc(payments.createdAt)),
    bankPayments: await db
      .select()
      .from(bankPayments)
      .where(eq(bankPayments.userId, id))
      .orderBy(asc(bankPayments.createdAt)),
    subscriptions: await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, id))
      .orderBy(asc(subscriptions.startedAt)),
    changes: await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, id))
      .orderBy(asc(auditLog.createdAt)),
    testMessages: await db
      .select({
        conversation: testConversations,
        message: testMessages,
        expert: experts.displayName,
      })
      .from(testConversations)
      .innerJoin(testMessages, eq(testMessages.conversationId, testConversations.id))
      .innerJoin(experts, eq(experts.id, testConversations.expertId))
      .where(eq(testConversations.adminId, id))
      .orderBy(asc(testConversations.createdAt), asc(testMessages.createdAt)),
  };
}

/** Without what the phone wrote before the account connected it: it may be another person's. */
export async function listThreadsToExport(db: Database, { id }: UserRow) {
  return listThreads(db, eq(threads.userId, id));
}

export async function listThreadsOfNumber(db: Database, handle: string) {
  return listThreads(db, and(eq(threads.handle, handle), isNull(threads.userId)));
}

export async function listOptOutsOfHandle(db: Database, handle: string) {
  return db
    .select()
    .from(optOuts)
    .where(eq(optOuts.handle, handle))
    .orderBy(asc(optOuts.optedOutAt));
}

async function listThreads(db: Database, which: SQL | undefined) {
  return db
    .select({
      id: threads.id,
      expert: experts.displayName,
      handle: threads.handle,
      title: threads.title,
      createdAt: threads.createdAt,
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(which)
    .orderBy(asc(threads.createdAt), asc(threads.id));
}

/** Null for an unverified number: it may be another person's. */
function findVerifiedPhone({
  phoneNumber,
  phoneVerifiedAt,
}: Pick<UserRow, 'phoneNumber' | 'phoneVerifiedAt'>) {
  return phoneVerifiedAt && phoneNumber;
}

/** Oldest first, without replies that were withheld, which the person neither got nor paid. */
export async function listMessagesToExport(
  db: Database,
  threadId: string,
  { after, limit }: { after: number; limit: number },
) {
  const page = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), isShown, gt(messages.seq, after)))
    .orderBy(sql`${messages.seq} asc`)
    .limit(limit);
  const pictures = await listAttachments(
    db,
    page.map(({ id }) => id),
  );
  const quotes = await listShownQuotes(db, page);
  return page.map((message) => ({
    message,
    quotes: quotes.get(message.id) ?? [],
    pictures: pictures.filter(({ messageId }) => messageId === message.id),
  }));
}
